// The interpreter, with the app read into it. That takes seconds of a phone, so its memory is kept as it is then, before
// there are any tables: the next time it is put back. What was kept belongs to this version of the site and this browser.

import { handle } from "./files.js";

const NAME = "started"; // of the file, beside those of the tables
const ROOM = 4; // so many times the bytes of a memory have to be free, or tables might want for room
const PAGE = 65536;
const TAIL = 4096; // bytes
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
    if (kept) read(kept.file, module.HEAPU8.subarray(0, kept.size), kept.start);
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

// What is written last: a memory without it is not whole, or is another's.
function tail(version, length) {
  return new TextEncoder().encode(JSON.stringify([version, navigator.userAgent, length]).padEnd(TAIL)).subarray(0, TAIL);
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
    const found = length > 0 && read(file, new Uint8Array(TAIL), length);
    if (found && tail(version, length).every((byte, n) => byte === found[n])) {
      const [, start] = new Uint32Array(read(file, new Uint8Array(8), 0).buffer);
      return { file, head: read(file, new Uint8Array(start), 0), start, size: length - start };
    }
  } catch (error) {
    console.warn(error);
  }
  file?.close();
  return null;
}

async function keep(folder, version, memory) {
  const file = await opened(folder);
  try {
    file.truncate(0); // of an earlier version of the site, or one that did not go on
    const { quota, usage } = await navigator.storage.estimate();
    if (quota - usage < ROOM * memory.length) return;
    const put = (bytes, at) => {
      if (file.write(bytes, { at }) !== bytes.length) throw new Error(`no room for ${NAME}`);
    };
    for (let at = 0; at < memory.length; at += PIECE) {
      put(memory.subarray(at, at + PIECE), at);
      await new Promise((done) => setTimeout(done));
    }
    file.flush();
    put(tail(version, memory.length), memory.length);
    file.flush();
    performance.mark("memory kept");
  } catch (error) {
    file.truncate(0);
    throw error;
  } finally {
    file.close();
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
