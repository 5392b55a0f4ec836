// Runs the app: a worker of the page of the site, with a Python in it. It answers one request after the other.

import { open, Refused } from "./files.js";
import { MUCH, release, unpack } from "./pack.js";
import { started } from "./started.js";

const TEND = 500; // milliseconds between two looks at what goes on between requests
const HERE = new URL("./", self.location.href).href; // below the site: the folder of its edition
const SITE = new URL("../", HERE).href;
const APP = "/app";
const DATA = "/data";
const MODULES = `${APP}/modules.pack`;
const LATER = `${APP}/later_modules.pack`;
const LEARNED = `${APP}/beforehand.marshal`;
const QUIET = 3_000; // milliseconds in which nobody asks for anything
const PAGES = 8; // after so many the page that shows them tidies up

let device;
let ready; // the app is on its way, or here
let whole; // and what it reads only after its first page
let asked; // when somebody asked for something
let tending;
let files;
let fresh; // nothing was kept here, and nobody has asked for anything
let toPython;
const ports = new Map(); // by the number of a stream, what it is sent through
const news = new Set(); // streams that have something to say
let pages = 0; // that were answered

async function fetched(path) {
  const answer = await fetch(new URL(path, HERE));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

// Lays the files of the app into the runtime.
function lay(runtime, files) {
  const made = new Set();
  for (const { path, data } of files) {
    const below = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(below)) {
      runtime.FS.mkdirTree(below);
      made.add(below);
    }
    runtime.FS.writeFile(path, data, { canOwn: true });
  }
}

// What the app reads before its first page is in its memory from then on, and lies nowhere else any more.
function prepare(runtime, modules) {
  runtime.pyimport("gc").disable(); // of what is read now nothing is thrown away; `prepare` sets it going again
  runtime.pyimport("sys").path.insert(0, APP);
  runtime.FS.writeFile(MODULES, modules, { canOwn: true });
  const finder = runtime.pyimport("companion.site.finder");
  finder.alone(APP);
  finder.install(MODULES);
  runtime.pyimport("companion.site.beforehand").know(LEARNED);
  const device = runtime.pyimport("companion.site.device");
  finder.exhaust();
  runtime.FS.unlink(MODULES);
  release(modules.buffer);
  performance.mark("imported");
  device.prepare(APP, SITE);
  performance.mark("prepared");
}

async function later(runtime) {
  const [modules, files] = await Promise.all([bytes("later_modules.pack"), packed("later_files.pack")]);
  lay(runtime, [...files, { path: LATER, data: modules }]);
  runtime.pyimport("companion.site.finder").install(LATER);
  performance.mark("whole");
}

async function bytes(path) {
  return new Uint8Array(await (await fetched(path)).arrayBuffer());
}

async function packed(path) {
  return [...unpack((await bytes(path)).buffer)].map(({ path, data }) => ({ path: `${APP}/${path}`, data }));
}

// Of a phone that keeps nothing yet, the page that it begins with, which needs nothing of what comes later (trace.mjs).
function first({ method, target }) {
  const before = fresh;
  fresh = false;
  return before && method === "GET" && target === "/";
}

let rested;
const quiet = new Promise((done) => { rested = done; });

async function start(folder) {
  const [libraries, laid] = ["libraries.pack", "files.pack"].map(packed);
  laid.then(() => performance.mark("brought"), () => {});
  const [version, lock] = ["version", "runtime/pyodide-lock.json"].map(async (path) => (await fetched(path)).text());
  const lie = async (runtime) => lay(runtime, [...await libraries, ...await laid]);
  const steps = { libraries, lay: lie, modules: () => bytes("modules.pack"), prepare, quiet };
  const begun = Promise.all([version, lock]).then((told) => started(HERE, folder, ...told, { HOME: DATA }, steps));
  const [runtime] = await Promise.all([begun, libraries, laid]);
  performance.mark("read");
  files = await open(runtime, folder, DATA);
  performance.mark("opened");
  const { begin } = runtime.pyimport("companion.site.device");
  const { languages } = navigator;
  device = begin(DATA, languages.map((one, n) => `${one};q=${(1 - n / 10).toFixed(1)}`).slice(0, 9).join(","), (number) => news.add(number));
  toPython = runtime.toPy;
  files.flush();
  fresh = files.empty;
  asked = performance.now();
  performance.mark("begun");
  whole = later(runtime);
}

// A stream goes out piece by piece, whenever something in the app has rung for it.
function pass() {
  for (const number of [...news]) {
    news.delete(number);
    const port = ports.get(number);
    const said = device.take(number);
    if (said === undefined) {
      port?.postMessage({ over: true });
      ports.delete(number);
    } else {
      using([said], (given) => given.length && port?.postMessage({ said: copied(given) }));
    }
  }
}

// What is used of the app's memory is let go at once: the browser looks for it when it pleases, and until then both keep it.
function using(proxies, use) {
  try {
    return use(...proxies);
  } finally {
    for (const proxy of proxies) proxy.destroy();
  }
}

function copied(bytes) {
  const view = bytes.getBuffer("u8");
  const copy = view.data.slice();
  view.release();
  return copy;
}

function answer({ method, target, headers, body }, port) {
  asked = performance.now();
  const found = using([toPython(headers), toPython(new Uint8Array(body || 0))], (...given) => device.answer(method, target, ...given));
  files.flush(); // an act is acknowledged once it is on the disk
  const listed = using([found.headers], (given) => given.toJs({ depth: 2 }));
  const said = { status: found.status, headers: listed, stream: Boolean(found.stream) };
  if (found.stream) {
    const number = found.stream;
    ports.set(number, port);
    port.onmessage = () => {
      ports.delete(number);
      device.left(number);
    };
    news.add(number);
    port.postMessage(said);
  } else {
    const body = using([found.body], copied);
    port.postMessage({ ...said, body }, [body.buffer]);
    const page = listed.some(([name, value]) => name === "Content-Type" && value.startsWith("text/html"));
    if (page && !((pages += 1) % PAGES)) postMessage({ tidy: MUCH });
  }
  found.destroy();
  pass();
}

function tend() {
  device.tend();
  files.flush();
  pass();
  if (performance.now() - asked > QUIET) rested();
}

// What the page of the site says, by what an error is called in the app.
const SAID = { StorageFailed: "old", StorageFull: "old", NewerData: "newer" };

// What fails on the way to the app or from it; the app itself answers for what fails in it. Nobody is answered any more:
// what is not sure to be kept is not acknowledged, and the page of the site takes the place of the app's.
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

self.addEventListener("message", async ({ data, ports: [port] }) => {
  if (data.start) {
    ready = start(data.folder);
    try {
      await ready;
      postMessage({ ready: true });
      await whole;
      tending = setInterval(() => attempt(tend), TEND);
    } catch (error) {
      failed(error);
    }
  } else {
    await ready.catch(() => {}); // a page that another tab has just had may ask before the app is here
    if (!first(data)) await whole?.catch(() => {});
    if (device) attempt(() => answer(data, port));
  }
});
