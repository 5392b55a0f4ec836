// Runs the app: a worker of the site's page with Python in it. It answers one request after the other.

import { open, Refused } from "./files.js";
import make from "./runtime/pyodide.asm.mjs";
import { loadPyodide } from "./runtime/pyodide.mjs";

const TEND = 500; // milliseconds between two calls of `tend`
const HERE = new URL("./", self.location.href); // the folder of this edition, below the site
const SITE = new URL("../", HERE);
const [EDITION] = HERE.pathname.split("/").slice(-2);
const MADE = `${SITE.pathname} made ${EDITION}`; // the cache of what is made here, which goes with the edition
const SNAPSHOT = new URL(`snapshot?${encodeURIComponent(navigator.userAgent)}`, HERE).href;
const PAGE = 65536; // bytes of memory
const APP = "/app";
const LIBRARY = `${APP}/msgspec/_core.cpython-314-wasm32-emscripten.so`;
const DATA = "/data";

let device;
let tending;
let files;

async function fetched(path) {
  const answer = await fetch(new URL(path, HERE));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

// Starts the runtime, from a snapshot of its memory if there is one. Its compiled library is loaded first of all, so that
// it lies where the snapshot expects it.
async function load(snapshot) {
  const library = await fetched("msgspec.so");
  const link = (module) => {
    if (snapshot) module.growMemory(Math.ceil(snapshot.length / PAGE) * PAGE);
    const known = module.newDSO(LIBRARY, undefined, "loading");
    known.refcount = Infinity;
    known.exports = module.loadWebAssemblyModule(library, { nodelete: true }, LIBRARY, {}, 0);
  };
  const createPyodideModule = (settings) => {
    settings.preRun = [settings.preRun, link].flat().filter(Boolean);
    return make(settings);
  };
  const options = snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true };
  return loadPyodide({ indexURL: `${HERE}runtime/`, env: { HOME: DATA }, createPyodideModule, ...options });
}

async function lay(runtime) {
  const [app, faces] = await Promise.all([fetched("app.zip"), fetched("faces.zip")]);
  runtime.unpackArchive(app, "zip", { extractDir: APP });
  runtime.FS.writeFile(`${APP}/faces.zip`, faces);
}

// The runtime with the app in it. To import the app takes seconds of a phone, so the memory is kept as it is then, before
// there are any tables, for this edition and this browser.
async function prepared() {
  const cache = await caches.open(MADE);
  const kept = await cache.match(SNAPSHOT);
  if (kept) {
    try {
      const runtime = await load(new Uint8Array(await kept.arrayBuffer()));
      performance.mark("restored");
      await lay(runtime);
      return runtime;
    } catch (error) {
      console.warn(error);
      await cache.delete(SNAPSHOT);
    }
  }
  const runtime = await load(null);
  await lay(runtime);
  runtime.pyimport("gc").disable(); // importing makes no garbage; `prepare` enables it
  runtime.pyimport("sys").path.insert(0, APP);
  const app = runtime.pyimport("companion.site.device");
  app.prepare(APP, SITE.href);
  const snapshot = new Response(runtime.makeMemorySnapshot());
  cache.put(SNAPSHOT, snapshot).then(() => performance.mark("kept"), (error) => console.warn(error));
  return runtime;
}

async function start() {
  const runtime = await prepared();
  files = await open(runtime, encodeURIComponent(SITE.pathname), DATA);
  const { begin } = runtime.pyimport("companion.site.device");
  const languages = navigator.languages.map((one, n) => `${one};q=${(1 - n / 10).toFixed(1)}`).slice(0, 9).join(",");
  device = begin(DATA, languages);
  files.flush();
  tending = setInterval(() => attempt(tend), TEND);
  postMessage({ ready: true });
}

function answer({ method, target, headers, body }, port) {
  const found = device.exchange(method, target, JSON.stringify(headers), new Uint8Array(body || 0));
  const [status, list, bytes] = found.toJs();
  found.destroy();
  files.flush(); // an act is acknowledged once it is on the disk
  port.postMessage({ status, headers: list, body: bytes }, [bytes.buffer]);
}

function tend() {
  const acted = device.tend();
  files.flush();
  if (acted) postMessage({ news: true });
}

// The phrase of the site's page, by the class of an error in the app.
const SAID = { StorageFailed: "old", StorageFull: "old", NewerData: "newer" };

// The app answers for its own errors; others end it. Then nobody is answered any more, because what may not be stored is
// not acknowledged, and the page of the site takes the place of the app's.
function attempt(act) {
  try {
    act();
  } catch (error) {
    failed(error);
  }
}

function failed(error) {
  console.error(error);
  device = undefined;
  clearInterval(tending);
  postMessage({ failed: error instanceof Refused ? "old" : SAID[error.type] || "network", why: String(error) });
}

const ready = start().catch(failed);

self.addEventListener("message", async ({ data, ports: [port] }) => {
  await ready; // a page that another tab showed until now may ask before the app is here
  if (device) attempt(() => answer(data, port));
});
