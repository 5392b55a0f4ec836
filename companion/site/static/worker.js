// The service worker: keeps all files of one edition of the site, and passes the requests of its pages to the app, which
// runs in a worker of the page that leads. The build writes three constants before it: EDITION, FILES (path, type, part,
// integrity, bytes) and POLICY.

const HERE = new URL("./", self.location.href);
const PARTS = `${HERE.pathname} parts`; // caches of ours begin so: another site of this host has its own
const MADE = `${HERE.pathname} made ${EDITION}`; // what this edition makes or brings on demand
const SHELL = "index.html";
const KITS = "kits/";
const BODILESS = new Set([204, 205, 304]);
const LATE = 60_000; // milliseconds after which a page answers no more
const TOTAL = FILES.reduce((sum, { bytes }) => sum + bytes, 0);
const at = (path) => new URL(path, HERE).href;

// The pages of the site, which show those of the app.
async function pages() {
  const found = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return found.filter((one) => one.frameType !== "nested" && one.url.startsWith(HERE.href));
}

async function tell(message) {
  for (const one of await pages()) one.postMessage(message);
}

// --- The files of this edition. Those that did not change are shared with the edition before.

async function bring(file) {
  const cache = await caches.open(PARTS);
  if (await cache.match(at(file.part))) return;
  const { integrity, type } = file;
  const answer = await fetch(at(file.part), { cache: "no-cache", integrity });
  if (!answer.ok) throw new Error(`${file.part}: ${answer.status}`);
  const body = answer.body.pipeThrough(new DecompressionStream("gzip"));
  const headers = { "Content-Type": type, "Content-Security-Policy": POLICY };
  await cache.put(at(file.part), new Response(body, { headers }));
}

async function install() {
  let done = 0;
  try {
    for (const file of FILES) {
      await bring(file);
      done += file.bytes;
      tell({ done, total: TOTAL });
    }
  } catch (error) {
    await tell({ failed: error.name === "QuotaExceededError" ? "old" : "network", why: String(error) });
    throw error;
  }
}

async function kept(path) {
  const file = FILES.find((one) => one.path === path);
  if (!file) return null;
  await bring(file); // a browser that was ended may not have had it on the disk
  return caches.match(at(file.part), { cacheName: PARTS });
}

async function tidy() {
  if (registration.installing) return; // what is not ours may be its own
  const ours = new Set([PARTS, MADE]);
  const old = (await caches.keys()).filter((name) => name.startsWith(`${HERE.pathname} `) && !ours.has(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  const parts = await caches.open(PARTS);
  const named = new Set(FILES.map(({ part }) => at(part)));
  await Promise.all((await parts.keys()).filter(({ url }) => !named.has(url)).map((one) => parts.delete(one)));
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(tidy().then(() => clients.claim())));

addEventListener("message", (event) => event.waitUntil(event.data === "claim" ? clients.claim() : skipWaiting()));

// --- The app.

// Asks the page that leads; the others say that they do not. A page that was ended says nothing.
async function app(request, target) {
  const { method } = request;
  const body = ["GET", "HEAD"].includes(method) ? null : await request.arrayBuffer();
  const asked = { method, target, headers: Object.fromEntries(request.headers), body };
  const answers = (await pages()).map((page) => new Promise((done, failed) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (data.other ? failed() : done(data));
    page.postMessage({ asked }, [port2]);
  }));
  const late = new Promise((_, failed) => setTimeout(failed, LATE));
  try {
    const { status, headers, body } = await Promise.race([Promise.any(answers), late]);
    return new Response(BODILESS.has(status) ? null : body, { status, headers });
  } catch {
    return new Response("", { status: 503 });
  }
}

// An answer that was given before, or a new one, which is kept if it never changes.
async function lasting(path, ask) {
  const cache = await caches.open(MADE);
  const found = await cache.match(at(path));
  if (found) return found;
  const answer = await ask();
  const lasts = path.startsWith(KITS) || answer.headers.get("Cache-Control")?.includes("immutable");
  if (answer.ok && lasts) await cache.put(at(path), answer.clone()).catch(() => {}); // there may be no room
  return answer;
}

// A kit is brought when it is asked for.
function kit(path) {
  const away = Response.redirect(at("print?away"), 303);
  const ask = () => fetch(at(path), { cache: "no-cache" }).then((answer) => (answer.ok ? answer : away), () => away);
  return lasting(path, ask);
}

// One page at one address shows all the others within it.
async function shell(url) {
  const path = url.pathname.slice(HERE.pathname.length);
  if (path && path !== SHELL) return Response.redirect(at(`#/${path}${url.search}`), 303);
  return kept(SHELL).catch(() => fetch(HERE));
}

// Code is asked for by its edition: a page of another one, which is about to be loaded anew, gets nothing.
const OF_AN_EDITION = /^([0-9a-f]{16})\/(.*)$/;

async function answer(request, path, query) {
  const [, edition, file] = path.match(OF_AN_EDITION) || [];
  if (edition) return (edition === EDITION && (await kept(file))) || new Response("", { status: 410 });
  if (path.startsWith(KITS)) return kit(path);
  if (path.endsWith("/stream")) return new Response(null, { status: 204 }); // the shell tells pages what is new
  const target = `${path}${query}`;
  const ask = () => app(request, `/${target}`);
  if (request.method !== "GET") return ask();
  return (await kept(path)) || lasting(target, ask);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== HERE.origin) return;
  const below = url.pathname.startsWith(HERE.pathname);
  if (request.mode === "navigate" && request.destination === "document") {
    if (below) event.respondWith(shell(url));
    return;
  }
  // A page of the app asks from the root of its host, wherever the site lies.
  const path = below ? url.pathname.slice(HERE.pathname.length) : url.pathname.slice(1);
  event.respondWith(answer(request, path, url.search));
});
