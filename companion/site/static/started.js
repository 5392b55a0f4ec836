// The interpreter, with the app read into it. That takes seconds of a phone, so its memory is kept as it is then, before
// there are any tables: the next time it is put back. What was kept belongs to this version of the site and this browser.

import { handle } from "./files.js";
import { release } from "./pack.js";

const NAME = "started"; // of the file, beside those of the tables
const ROOM = 4; // so many times the bytes of a memory have to be free, or tables might want for room
const PAGE = 65536;
const TAIL = 16384; // bytes
const PIECE = 2 ** 20; // bytes that are written at once: a tap waits no longer

// Libraries of machine code lie where they lay when the memory was kept if each is loaded first of all. They may be on
// their way still. What was kept goes from its file into the memory itself, for which it takes no room twice.
function linked(make, libraries, kept, failed) {
  return async (settings) => {
    const link = async (module) => {
      module.addRunDependency("libraries");
      if (kept) module.growMemory(Math.ceil(kept.size / PAGE) * PAGE);
      for (const { path, data } of await libraries) {
        const library = module.newDSO(path, undefined, "loading");
        library.refcount = Infinity;
        library.exports = module.loadWebAssemblyModule(data, { nodelete: true }, path, {}, 0);
      }
      module.removeRunDependency("libraries");
    };
    settings.preRun = [settings.preRun, (module) => link(module).catch(failed)].flat().filter(Boolean);
    const module = await make(settings);
    if (kept) restore(kept, module.HEAPU8);
    return module;
  };
}

function read(file, into, at) {
  for (let done = 0; done < into.length;) {
    const count = file.read(into.subarray(done), { at: at + done });
    if (!count) throw new Error(`${NAME} ends too soon`);
    done += count;
  }
  return into;
}

// Blocks of a memory in which nothing is, a quarter of it, are neither kept nor touched: they would take room.
function empty(memory, block) {
  const words = new Int32Array(memory.buffer, memory.byteOffset + block * PAGE, PAGE / Int32Array.BYTES_PER_ELEMENT);
  for (let n = 0; n < words.length; n += 1) if (words[n]) return false;
  return true;
}

// Where something is, as [first block, how many] each.
function runs(memory) {
  const found = [];
  for (let block = 0; block < memory.length / PAGE; block += 1) {
    if (empty(memory, block)) continue;
    const last = found.at(-1);
    if (last && last[0] + last[1] === block) last[1] += 1;
    else found.push([block, 1]);
  }
  return found;
}

function restore({ file, start, held }, memory) {
  let next = 0;
  let at = start;
  for (const [first, count] of held) {
    for (; next < first; next += 1) {
      if (!empty(memory, next)) memory.fill(0, next * PAGE, (next + 1) * PAGE);
    }
    next = first + count;
    at += read(file, memory.subarray(first * PAGE, next * PAGE), at).length;
  }
}

// What is written last: a memory without it is not whole, or is another's.
function tail(version, size, held) {
  const said = new TextEncoder().encode(JSON.stringify([version, navigator.userAgent, size, held]).padEnd(TAIL));
  if (said.length > TAIL) throw new Error(`${NAME} lies too scattered`);
  return said;
}

async function opened(folder) {
  const root = await navigator.storage.getDirectory();
  const place = await root.getDirectoryHandle(folder, { create: true });
  return handle(await place.getFileHandle(NAME, { create: true }));
}

// The file with the memory; what that says of itself, which the runtime takes before it; where it begins, and its bytes.
async function taken(folder, version) {
  let file;
  try {
    file = await opened(folder);
    const length = file.getSize() - TAIL;
    const said = length > 0 && new TextDecoder().decode(read(file, new Uint8Array(TAIL), length));
    const [of, agent, size, held] = said ? JSON.parse(said) : [];
    if (of === version && agent === navigator.userAgent) {
      const [, start] = new Uint32Array(read(file, new Uint8Array(8), 0).buffer);
      return { file, head: read(file, new Uint8Array(start), 0), start, size, held };
    }
  } catch (error) {
    console.warn(error);
  }
  file?.close();
  return null;
}

// A memory as the runtime gives it: what that says of it first, whose length is the second number of it.
async function keep(folder, version, made) {
  const [, start] = new Uint32Array(made.buffer, made.byteOffset, 2);
  const memory = made.subarray(start);
  const file = await opened(folder);
  try {
    file.truncate(0); // of an earlier version of the site, or one that did not go on
    const { quota, usage } = await navigator.storage.estimate();
    if (quota - usage < ROOM * memory.length) return;
    let at = 0;
    const put = (bytes) => {
      if (file.write(bytes, { at }) !== bytes.length) throw new Error(`no room for ${NAME}`);
      at += bytes.length;
    };
    put(made.subarray(0, start));
    const held = runs(memory);
    for (const [first, count] of held) {
      for (let from = first * PAGE, to = (first + count) * PAGE; from < to; from += PIECE) {
        put(memory.subarray(from, Math.min(from + PIECE, to)));
        await new Promise((done) => setTimeout(done));
      }
    }
    file.flush();
    put(tail(version, memory.length, held));
    file.flush();
    performance.mark("memory kept");
  } catch (error) {
    file.truncate(0);
    throw error;
  } finally {
    file.close();
    release(made.buffer);
  }
}

// The runtime with `libraries` and what `lay` lays into it, after `prepare` with what `modules` brings, whether that was
// done now or earlier. `here` is where its edition lies, `folder` where the browser keeps files for it. It begins while
// those are on their way. What it keeps is written when it is `quiet`.
export async function started(here, folder, version, lock, env, { libraries, lay, modules, prepare, quiet }) {
  const [{ loadPyodide }, { default: make }, kept] = await Promise.all([
    import(`${here}runtime/pyodide.mjs`), import(`${here}runtime/pyodide.asm.mjs`), taken(folder, version),
  ]);
  performance.mark("kept");
  const load = (found, more) => new Promise((done, failed) => {
    const createPyodideModule = linked(make, libraries, found, failed);
    loadPyodide({ indexURL: `${here}runtime/`, lockFileContents: lock, env, createPyodideModule, ...more }).then(done, failed);
  });
  if (kept) {
    try {
      // Python's own library is in that memory: it is read from nowhere.
      const runtime = await load(kept, { _loadSnapshot: kept.head, stdLibURL: `${here}version` });
      performance.mark("put back");
      await lay(runtime);
      return runtime;
    } catch (error) {
      console.warn(error);
    } finally {
      kept.file.close();
    }
  }
  const [runtime, read] = await Promise.all([load(null, { _makeSnapshot: true }), modules()]);
  performance.mark("loaded");
  await lay(runtime);
  prepare(runtime, read);
  try {
    const made = runtime.makeMemorySnapshot();
    quiet.then(() => keep(folder, version, made)).catch((error) => console.warn(error));
  } catch (error) {
    console.warn(error); // it is read again the next time
  }
  return runtime;
}
