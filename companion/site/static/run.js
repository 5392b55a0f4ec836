// Runs the app: a worker of the page of the site, with a Python in it. It answers one request after the other.

import { open, Refused } from "./files.js";
import { unpack } from "./pack.js";

const TEND = 500; // milliseconds between two looks at what goes on between requests
const HERE = new URL("./", self.location.href).href;
const APP = "/app";
const DATA = "/data";

let device;
let started; // the app is on its way, or here
let files;
let toPython;
const ports = new Map(); // by the number of a stream, what it is sent through
const news = new Set(); // streams that have something to say

async function fetched(path) {
  const answer = await fetch(new URL(path, HERE));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

async function start(folder) {
  const [{ loadPyodide }, app, lock] = await Promise.all([
    import(`${HERE}runtime/pyodide.mjs`),
    fetched("app.pack").then((answer) => answer.arrayBuffer()),
    fetched("runtime/pyodide-lock.json").then((answer) => answer.text()),
  ]);
  const runtime = await loadPyodide({ indexURL: `${HERE}runtime/`, lockFileContents: lock, env: { HOME: DATA } });
  const made = new Set();
  for (const { path, data } of unpack(app)) {
    const at = path.lastIndexOf("/");
    const below = at < 0 ? APP : `${APP}/${path.slice(0, at)}`;
    if (!made.has(below)) {
      runtime.FS.mkdirTree(below);
      made.add(below);
    }
    runtime.FS.writeFile(`${APP}/${path}`, data, { canOwn: true });
  }
  runtime.pyimport("sys").path.insert(0, APP);
  files = await open(runtime, folder, DATA);
  const { begin } = runtime.pyimport("companion.site.device");
  const { languages } = navigator;
  device = begin(DATA, APP, HERE, languages.map((one, n) => `${one};q=${(1 - n / 10).toFixed(1)}`).slice(0, 9).join(","), (number) => news.add(number));
  toPython = runtime.toPy;
  files.flush();
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
      if (said.length) port?.postMessage({ said: said.toJs() });
      said.destroy();
    }
  }
}

function answer({ method, target, headers, body }, port) {
  const found = device.answer(method, target, toPython(headers), toPython(new Uint8Array(body || 0)));
  files.flush(); // an act is acknowledged once it is on the disk
  const said = { status: found.status, headers: found.headers.toJs({ depth: 2 }), stream: Boolean(found.stream) };
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
    const body = found.body.toJs().slice();
    port.postMessage({ ...said, body }, [body.buffer]);
  }
  found.destroy();
  pass();
}

function tend() {
  device.tend();
  files.flush();
  pass();
}

// What fails on the way to the app or from it; the app itself answers for what fails in it.
function failed(error, port) {
  console.error(error);
  port.postMessage({ status: 503, headers: [["Content-Type", "text/plain"]], body: new TextEncoder().encode(String(error)) });
}

self.addEventListener("message", async ({ data, ports: [port] }) => {
  if (data.start) {
    try {
      started = start(data.folder);
      await started;
      setInterval(tend, TEND);
      postMessage({ ready: true });
    } catch (error) {
      console.error(error);
      postMessage({ failed: error instanceof Refused ? "storage" : "failed", why: String(error) });
    }
  } else if (data.stop) {
    device?.close();
    files?.flush();
    files?.close();
    postMessage({ stopped: true });
  } else {
    try {
      await started; // a page that another tab has just had may ask before the app is here
      answer(data, port);
    } catch (error) {
      failed(error, port);
    }
  }
});
