// Brings the parts of the site onto the phone, and takes the requests of its pages: what is in a part it gives, all else
// the app answers, in the worker of the page that leads. The build puts before it the parts (PARTS: name, digest, bytes,
// and whether it comes later), of what edition they are (EDITION), the policy of what they hold (POLICY), and how they are
// unpacked (pack.js).

const HERE = new URL("./", self.location.href);
const SHELL = "index.html";
const SHOWN = new Set(["shell.js", "shell.css"]); // with it; the host has them as well
const BODILESS = new Set([204, 205, 304]);
const OURS = `${HERE.pathname} `; // how our caches are called: another site of this host has its own
const cacheOf = ({ name, digest }) => `${OURS}${name}-${digest}`;

// The pages of the site, which show those of the app.
async function pages() {
  const found = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return found.filter((one) => one.frameType !== "nested" && one.url.startsWith(HERE.href));
}

async function tell(message) {
  for (const one of await pages()) one.postMessage(message);
}

// A part as it was packed; `count` hears of its bytes as they come. A host may have said that they are compressed: then
// the browser has unpacked them.
async function fetched({ name, digest }, count) {
  const answer = await fetch(new URL(`parts/${name}-${digest}.gz`, HERE), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const reader = answer.body.getReader();
  let into;
  let whole;
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    if (!into) {
      const packed = value[0] === 0x1f && value[1] === 0x8b;
      const { readable, writable } = packed ? new DecompressionStream("gzip") : new TransformStream();
      into = writable.getWriter();
      whole = gathered(readable);
      whole.catch(() => {});
    }
    count(value.length);
    into.write(value).catch(() => {}); // its end says so, too
  }
  await into.close();
  return whole;
}

// All of a stream. A `Response` of it would keep a second copy, until the browser collects garbage: in a service worker, that
// has little to do, not before the game is over.
async function gathered(stream) {
  const pieces = [];
  const reader = stream.getReader();
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) pieces.push(value);
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
    release(piece.buffer);
  }
  return whole.buffer;
}

async function checked(whole, { name, digest }) {
  const found = Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", whole)), (byte) => byte.toString(16).padStart(2, "0"));
  if (!found.join("").startsWith(digest)) throw new Error(`${name}: not as it was built`);
}

const NEEDED = PARTS.filter(({ later }) => !later); // what an app begins with, in the order in which it is used
const TOTAL = NEEDED.reduce((sum, { bytes }) => sum + bytes, 0);
const TELLING = 100; // milliseconds between two words of how far it is
let toldAt = 0;
const come = new Map(); // bytes, by the name of a part
const coming = new Map(); // the parts on their way, by name
let line = Promise.resolve(); // from the host one part comes after the other, while those before it are put away and used
let bringing = 0; // how much is on its way from the host

async function during(brought) {
  bringing += 1;
  try {
    return await brought;
  } finally {
    bringing -= 1;
    if (!bringing) tidy();
  }
}

function counted(part, bytes) {
  come.set(part.name, Math.min(bytes, part.bytes));
  if (part.later || performance.now() - toldAt < TELLING) return;
  toldAt = performance.now();
  const done = NEEDED.reduce((sum, { name }) => sum + (come.get(name) || 0), 0);
  tell({ part: part.name, done, total: TOTAL });
}

async function bring(part) {
  const name = cacheOf(part);
  const before = line;
  const whole = caches.has(`${name}-whole`).then(async (there) => {
    if (there) return null;
    await before;
    let bytes = 0;
    return during(fetched(part, (more) => counted(part, bytes += more)));
  });
  line = whole.then(() => before, () => before); // it holds none of the bytes
  const data = await whole;
  if (data) await during(put(part, name, data));
  come.set(part.name, part.bytes);
}

async function put(part, name, whole) {
  await checked(whole, part);
  const cache = await caches.open(name);
  await Promise.all([...unpack(whole)].map(({ path, type, data }) =>
    cache.put(new URL(path, HERE), new Response(data, { headers: { "Content-Type": type, "Content-Length": data.length, "Content-Security-Policy": POLICY } }))));
  release(whole);
  await caches.open(`${name}-whole`); // it is all there: a part that was cut short is brought again
}

function brought(part) {
  if (!coming.has(part.name)) coming.set(part.name, bring(part).finally(() => coming.delete(part.name)));
  return coming.get(part.name);
}

function needed() {
  return Promise.all(NEEDED.map(brought)).catch(async (error) => {
    if (error.name === "QuotaExceededError") await tell({ full: true });
    throw error;
  });
}

// The first version on a phone is in charge as soon as it can show a page: that begins with what is there while the rest
// comes. Of a newer one nothing is used until it is all there: the one before goes on.
async function begun() {
  const all = needed();
  if (registration.active) return all;
  all.catch(() => {}); // whoever needs it asks again
  return brought(NEEDED[0]);
}

addEventListener("install", (event) => event.waitUntil(begun()));

const ASKED = {
  rest: () => Promise.all(PARTS.filter(({ later }) => later).map(brought)).catch(() => {}), // without a network: when it is asked for
  edition(port) {
    port.postMessage({ edition: EDITION });
    return needed().catch(() => {});
  },
  async whole(port) {
    port.postMessage({ whole: await needed().then(() => true, () => false) });
  },
  led(port, page) {
    leader = page.id;
    for (const end of unended) end();
    unended.clear();
    port.postMessage({ idle: !bringing });
  },
  claim: () => clients.claim(),
  lead: () => skipWaiting(),
};

addEventListener("message", (event) => {
  for (const what of Object.keys(event.data)) event.waitUntil(ASKED[what](event.ports[0], event.source));
});

addEventListener("activate", (event) => {
  const mine = new Set(PARTS.flatMap((part) => [cacheOf(part), `${cacheOf(part)}-whole`]));
  const old = (name) => !mine.has(name) && name.startsWith(OURS);
  // While yet another one is being brought, what is not mine may be its own: that one throws away what is left.
  const tidy = async () => registration.installing || Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)));
  event.waitUntil(tidy().then(() => clients.claim()));
});

// None is made anew of an edition whose caches its successor has thrown away.
const among = (part, path) => caches.match(new URL(path, HERE), { cacheName: cacheOf(part) });

// What pages show lies in the first part, or in one that comes later and is called like its folder.
async function kept(path) {
  const part = PARTS.find(({ later, name }) => later && path.startsWith(`${name}/`)) || NEEDED[0];
  const found = await among(part, path);
  if (found || !part.later) return found;
  await brought(part);
  return among(part, path);
}

// What runs the app is asked for by edition, and never of two: whoever is of another one is about to be loaded anew. It is
// asked for while it is on its way.
const OF_AN_EDITION = /^([0-9a-f]{16})\/(.*)$/;

async function running(edition, path) {
  for (const part of edition === EDITION ? NEEDED : []) {
    await coming.get(part.name);
    const found = await among(part, path);
    if (found) return found;
  }
  return new Response("", { status: 410 });
}

// --- Kits: brought when they are wished for, kept from then on.

const KITS = "kits";

async function kit(path) {
  const url = new URL(path, HERE).href;
  const cache = await caches.open(KITS);
  const found = await cache.match(url);
  if (found) return found;
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    const [, name] = path.match(/^kits\/(.*)-[0-9a-f]{16}\.zip$/);
    const headers = { "Content-Type": "application/zip", "Content-Disposition": `attachment; filename="${name}.zip"` };
    const kept = new Response(await answer.arrayBuffer(), { headers });
    const earlier = (await cache.keys()).filter((one) => one.url.startsWith(new URL(`kits/${name}-`, HERE).href));
    await Promise.all(earlier.map((one) => cache.delete(one)));
    await cache.put(url, kept.clone()).catch(() => {}); // without room it is brought again the next time
    return kept;
  } catch {
    return Response.redirect(new URL("print?away", HERE), 303);
  }
}

// --- The app: whichever page leads has it answer. One that is closed, or ended, answers nothing more: what it was asked is
// ended by the next one, as the browser ends no service worker that has something to answer.

const unended = new Set();
let leader = "";

async function leaders() {
  const found = leader && (await clients.get(leader));
  return found ? [found] : pages(); // a service worker that was begun anew does not know: all are asked
}

async function app(request, target) {
  const headers = Object.fromEntries(request.headers);
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const asked = { method: request.method, target, headers, body };
  const found = await leaders();
  const none = new Response("", { status: 503 });
  if (!found.length) return none;
  let others = 0;
  return new Promise((done) => {
    const end = () => done(none);
    unended.add(end);
    for (const page of found) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        if (data.other && (others += 1) < found.length) return;
        unended.delete(end);
        done(data.other ? none : response(data, port1));
      };
      page.postMessage({ asked }, [port2]);
    }
  });
}

function response({ status, headers, body, stream }, port) {
  const said = { status, headers };
  if (!stream) return new Response(BODILESS.has(status) ? null : body, said);
  let end;
  return new Response(new ReadableStream({
    start(controller) {
      end = () => controller.close();
      unended.add(end);
      port.onmessage = ({ data }) => {
        if (!unended.has(end)) return;
        if (!data.over) controller.enqueue(data.said);
        else if (unended.delete(end)) end();
      };
    },
    cancel() {
      unended.delete(end);
      port.postMessage({ left: true });
    },
  }), said);
}

// One page at one address shows all the others within it.
async function shell(url) {
  const path = url.pathname.slice(HERE.pathname.length);
  if (path && path !== SHELL) return Response.redirect(new URL(`#/${path}${url.search}`, HERE), 303);
  await brought(NEEDED[0]).catch(() => {}); // a browser that was ended may not have had it on the disk
  return (await kept(SHELL)) || fetch(HERE);
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
  if (path.startsWith(`${KITS}/`)) {
    event.respondWith(during(kit(path)));
    return;
  }
  const [, edition, file] = path.match(OF_AN_EDITION) || [];
  if (edition) {
    event.respondWith(running(edition, file));
    return;
  }
  const other = () => (SHOWN.has(path) ? fetch(request) : app(request, `/${path}${url.search}`));
  event.respondWith(request.method === "GET" ? kept(path + url.search).then((found) => found || other()) : other());
});
