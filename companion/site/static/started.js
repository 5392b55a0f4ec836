// The interpreter, with the app read into it. That takes seconds of a phone, so its memory is kept as it is then, before
// there are any tables: the next time it is put back. What was kept belongs to this version of the site and this browser.

const CACHE = "started";
const ROOM = 4; // so many times the bytes of a memory have to be free, or tables might want for room
const PAGE = 65536;

// Libraries of machine code lie where they lay when the memory was kept if each is loaded first of all. They may be on
// their way still.
function linked(make, libraries, size, failed) {
  return (settings) => {
    const link = async (module) => {
      module.addRunDependency("libraries");
      if (size) module.growMemory(Math.ceil(size / PAGE) * PAGE);
      for (const { path, data } of await libraries) {
        const library = module.newDSO(path, undefined, "loading");
        library.refcount = Infinity;
        library.exports = module.loadWebAssemblyModule(data, { nodelete: true }, path, {}, 0);
      }
      module.removeRunDependency("libraries");
    };
    settings.preRun = [settings.preRun, (module) => link(module).catch(failed)].flat().filter(Boolean);
    return make(settings);
  };
}

async function taken(key) {
  try {
    const answer = await (await caches.open(CACHE)).match(key);
    return answer && new Uint8Array(await answer.arrayBuffer());
  } catch {
    return undefined;
  }
}

async function keep(key, memory) {
  const { quota, usage } = await navigator.storage.estimate();
  if (quota - usage < ROOM * memory.length) return;
  const cache = await caches.open(CACHE);
  await cache.put(key, new Response(memory));
}

// Of earlier versions of the site, and of this one where it did not go on.
async function forget(site, key = "") {
  const cache = await caches.open(CACHE);
  const old = (await cache.keys()).filter(({ url }) => url.startsWith(`${site}${CACHE}?`) && url !== key);
  await Promise.all(old.map((one) => cache.delete(one)));
}

// What the runtime takes once, and would hold for ever if it were given it as it is.
function handed(memory) {
  let held = memory;
  return { then(take) { take(held); held = null; } };
}

// The runtime with `libraries` and what `lay` lays into it, after `prepare`, whether that was done now or earlier. `site` is
// where that lies, `here` where its edition does. It begins while those are on their way. What it keeps is written when it
// is `quiet`.
export async function started(site, here, version, lock, env, { libraries, lay, prepare, quiet }) {
  const key = new URL(`${CACHE}?${new URLSearchParams([version, navigator.userAgent].map((one, n) => [n, one]))}`, site).href;
  const [{ loadPyodide }, { default: make }, found] = await Promise.all([
    import(`${here}runtime/pyodide.mjs`), import(`${here}runtime/pyodide.asm.mjs`), taken(key),
  ]);
  performance.mark("kept");
  const load = (size, more) => new Promise((done, failed) => {
    const createPyodideModule = linked(make, libraries, size, failed);
    loadPyodide({ indexURL: `${here}runtime/`, lockFileContents: lock, env, createPyodideModule, ...more }).then(done, failed);
  });
  if (found) {
    try {
      const runtime = await load(found.length, { _loadSnapshot: handed(found) });
      performance.mark("put back");
      await lay(runtime);
      return runtime;
    } catch (error) {
      console.warn(error);
      await forget(site);
    }
  }
  const runtime = await load(0, { _makeSnapshot: true });
  performance.mark("loaded");
  await lay(runtime);
  prepare(runtime);
  try {
    const made = runtime.makeMemorySnapshot();
    quiet.then(() => forget(site, key)).then(() => keep(key, made)).catch((error) => console.warn(error));
  } catch (error) {
    console.warn(error); // it is read again the next time
  }
  return runtime;
}
