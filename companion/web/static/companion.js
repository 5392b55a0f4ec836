// Makes the pages live. Every key is a form that works without this; it sends them, and swaps in what changed.

const { body } = document;
const { table } = body.dataset;
const LATER = new Set([408, 502, 503, 504]); // answers after which the same request goes out again
const DOUBLE = 400; // milliseconds within which a second tap on a key that cannot repeat is the same press
const LOST = 3000; // milliseconds without a link after which a page says so, and tells what it missed once it has one
const GONE = 20000; // milliseconds without a link after which the server itself seems to be gone
const STUCK = 10000; // milliseconds after which a request without an answer goes out again
const SIGN = 5000; // milliseconds between two signs that this phone is here
const SECOND = 1000;
let seq = Number(body.dataset.seq || 0); // the newest entry of the log
let queue = Promise.resolve(); // taps go out one after the other
let waiting = 0; // taps in the queue
let lostSince = 0;
const newest = { seq: 0, version: 0 }; // of the table, as far as heard
let last = { key: null, at: 0 }; // the last tap
let slept = Number(body.dataset.slept || 0); // the entry that this phone had shown when it fell asleep

const byId = (id) => document.getElementById(id);
const rest = (ms) => new Promise((done) => setTimeout(done, ms));
const random = (bytes) => Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// --- Morphing: the page becomes the answer, element by element, so that focus and open details stay.

const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.nodeType !== 1 || a.id === b.id);

function copyAttributes(from, to) {
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !(name === "open" && from.nodeName === "DETAILS")) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}

function morph(from, to) {
  if (from.nodeType !== 1) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  if (from.isEqualNode(to)) return;
  copyAttributes(from, to);
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(from.nodeName)) {
    if (from !== document.activeElement && from.type !== "radio") from.value = to.value;
    if (from.nodeName !== "SELECT") return;
  }
  const wanted = [...to.childNodes];
  const named = new Set(wanted.map(({ id }) => id));
  // Remove first what is gone: what follows it stays where it is, and need not be drawn anew.
  for (const child of [...from.children]) if (child.id && !named.has(child.id)) child.remove();
  let here = from.firstChild;
  for (const next of wanted) {
    const same = next.id && [...from.children].find((child) => alike(child, next));
    const match = here && alike(here, next) ? here : same;
    if (match === here && here) here = here.nextSibling;
    else from.insertBefore(match || document.importNode(next, true), here);
    if (match) morph(match, next);
  }
  while (from.childNodes.length > wanted.length) from.lastChild.remove();
}

const parse = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");

function swap(page, url, news = false) {
  const held = document.activeElement?.dataset?.as;
  const moved = url && new URL(url, location.href).pathname !== location.pathname;
  const { card, version } = body.dataset; // of a lesson: another one is read from its beginning
  const note = news && performance.now() - tappedAt < READ ? byId("note") : null;
  if (!news) turnedAt = -AWHILE; // what stands there now is what the thumb itself asked for
  else if (page.body.dataset.version !== version) noteKeys(); // who is at the table changes no key
  document.title = page.title;
  copyAttributes(document.documentElement, page.documentElement);
  morph(body, page.body);
  seq = Number(body.dataset.seq || 0);
  if (url && url !== location.href) history[moved && !news ? "pushState" : "replaceState"]({}, "", url);
  if (held && document.activeElement === body) document.querySelector(`[data-as="${CSS.escape(held)}"]`)?.focus();
  if (moved || card !== body.dataset.card) {
    scrollTo({ top: 0, behavior: "instant" });
    byId("panel")?.scrollIntoView({ block: "nearest", behavior: "instant" }); // what a tap opens, above the bar
  }
  showLink();
  schedule();
  localise();
  nudge(news && !slept);
  if (note && !byId("answer")?.firstElementChild) byId("answer")?.append(note);
  const scrolls = !news && byId("note") && getComputedStyle(byId("thumb")).position === "static"; // with large letters
  if (scrolls) byId("note").scrollIntoView({ block: "nearest" });
  if (news) dispatchEvent(new Event("turned"));
}

// Times of the log in the reader's zone.
function localise() {
  const { lang } = document.documentElement;
  const tongue = navigator.languages.find((one) => one.startsWith(lang)) || lang;
  for (const time of document.querySelectorAll("time[data-shown]")) {
    const style = time.dataset.shown === "hour" ? { timeStyle: "short" } : { dateStyle: "medium" };
    time.textContent = new Intl.DateTimeFormat(tongue, style).format(new Date(time.dateTime));
  }
}

// --- Link state: shape and word, top right.

function showLink() {
  const link = byId("link");
  if (!link || !lostSince || Date.now() - lostSince < LOST) return;
  const { queue: taps, lost: word, gone, offline } = body.dataset;
  link.querySelector(".link").className = "link link--lost";
  const use = link.querySelector("use");
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, "#lost"));
  link.querySelector(".linkstate__word").textContent = waiting ? taps.replace("{n}", waiting) : word;
  const text = Date.now() - lostSince > GONE ? gone : offline;
  if (byId("gone")?.textContent !== text) answer(text, "gone");
}

function answer(text, id = "") {
  const note = Object.assign(document.createElement("p"), { id, textContent: text });
  note.setAttribute("role", "status");
  byId("answer")?.replaceChildren(note);
}

function lost(since = Date.now()) {
  lostSince = lostSince || since;
  for (const later of [0, LOST + 100, GONE + 100]) setTimeout(showLink, later);
}

function found(opened) {
  if (!lostSince) return;
  const long = Date.now() - lostSince > LOST;
  lostSince = 0;
  if (long) slept = slept || Number(body.dataset.read);
  if (long && !opened) { // the stream may not have outlived it
    sleep();
    listen();
  }
  dispatchEvent(new Event("found"));
  refresh();
}

// Waits, at most until there is a link.
const pause = (ms) => Promise.race([rest(ms), new Promise((done) => addEventListener("found", done, { once: true }))]);

async function ask(url, options) {
  for (let wait = 500; ; wait = Math.min(wait * 1.6, 5000)) {
    let until = pause;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout?.(STUCK), ...options });
      if (!LATER.has(response.status)) {
        found();
        return response;
      }
      until = rest; // the server is busy, the link is there
    } catch { /* no link: the same request goes out again, and its command acts once */ }
    lost();
    await until(wait);
  }
}

// --- Taps: one after the other; what waits for the link goes out once.

function busy(change) {
  waiting += change;
  if (waiting) body.dataset.busy = waiting;
  else delete body.dataset.busy;
  followLater();
}

function say(key, word) {
  const small = key?.querySelector("small") || key?.appendChild(document.createElement("small"));
  if (small) small.textContent = word;
}

// Runs a step once those before it are done. Where it fails, the page is loaded anew.
function enqueue(step) {
  clearTimeout(typing);
  slept = 0;
  busy(1);
  queue = queue.then(step).finally(() => busy(-1)).catch(() => location.reload());
}

function tap(form, key) {
  const name = ("live" in form.dataset || "city" in form.dataset) && key?.dataset.as;
  // A key with a name means a second thing when it is tapped again; a double tap on any other is one.
  if (!name && form.method !== "get" && last.key === key && Date.now() - last.at < DOUBLE) return;
  last = { key, at: Date.now() };
  const id = random(12); // what is sent again has the same
  const request = describe(form, key, id);
  if (waiting || lostSince) say(key, body.dataset.waits);
  enqueue(async () => {
    const now = name && document.querySelector(`[data-as="${CSS.escape(name)}"]`);
    const { url, options } = now?.form ? describe(now.form, now, id) : request;
    const late = setTimeout(() => say(key, lostSince ? body.dataset.waits : body.dataset.sending), 600);
    const response = await ask(url, options).finally(() => clearTimeout(late));
    const there = response.headers.get("Content-Location");
    const same = options.method === "POST" && !response.redirected; // a refusal: the page before it says why
    swap(await parse(response), there ? new URL(there, response.url || location.href).href : same ? "" : response.url);
  });
}

function describe(form, key, id) {
  const url = new URL(key?.getAttribute("formaction") || form.getAttribute("action") || location.href, location.href);
  const fields = new FormData(form);
  if (key?.name) fields.set(key.name, key.value);
  if (fields.has("command_id")) fields.set("command_id", id);
  if (form.method === "get") {
    url.search = new URLSearchParams(fields).toString();
    return { url: url.href, options: { method: "GET" } };
  }
  if ("mix" in body.dataset) fields.set("share", random(16)); // the phone's own chance in the app's dice
  if (form.enctype === "multipart/form-data") return { url: url.href, options: { method: "POST", body: fields, signal: null } };
  const headers = { Prefer: "return=representation" }; // a server in this browser answers with the page at once
  return { url: url.href, options: { method: "POST", headers, body: new URLSearchParams(fields) } };
}

addEventListener("submit", (event) => {
  tappedAt = performance.now();
  if (!table || event.target.target || event.submitter?.formTarget) return;
  event.preventDefault();
  tap(event.target, event.submitter);
});

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button;
  if (!table || !link || elsewhere || link.hasAttribute("download") || link.target) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || !url.pathname.includes(`/t/${table}`) || url.hash) return;
  if (body.classList.contains("big") || url.pathname.endsWith("/screen")) return;
  event.preventDefault();
  enqueue(async () => {
    const response = await ask(url.href);
    swap(await parse(response), response.url);
    (document.querySelector("h1") || body).focus?.();
  });
});

// A form that filters answers while somebody types, and at once when something is chosen.
let typing = 0;
addEventListener("input", ({ target }) => {
  if (!table || !("typed" in (target.form?.dataset || {}))) return;
  clearTimeout(typing);
  typing = setTimeout(() => tap(target.form), target.type === "search" ? 200 : 0);
});

// Arrow keys move the focus in a grid.
addEventListener("keydown", (event) => {
  const grid = event.target.closest?.("[data-columns]");
  const columns = Number(grid?.dataset.columns);
  const step = { ArrowUp: -columns, ArrowDown: columns, ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const cells = [...grid.children];
  const row = (at) => Math.floor(at / columns);
  const start = cells.indexOf(event.target);
  for (let at = start + step; cells[at] && (step % columns === 0 || row(at) === row(start)); at += step) {
    if (cells[at].nodeName === "BUTTON") return cells[at].focus();
  }
});

// --- Photographs go out once they are chosen, made smaller if the browser can.

const LONGEST = 2000; // pixels along the longer side: more tells the reader nothing

async function shrink(file) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.round(side * scale));
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(bitmap, 0, 0, width, height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.88));
  return new File([blob], "photo.jpg", { type: "image/jpeg" });
}

async function photograph(input) {
  if (!table || input.type !== "file" || !input.files.length) return;
  busy(1); // news of the table leave the page as it is
  const held = new DataTransfer();
  for (const file of input.files) held.items.add(await shrink(file).catch(() => file));
  input.files = held.files;
  busy(-1);
  tap(input.form, input.parentElement);
}
addEventListener("change", ({ target }) => photograph(target));

// --- Timers of the page: a page that asks again, a beat that ends by itself.

let again = 0; // the timer of a page that asks again
let beat = { of: "", timer: 0 }; // the beat on the page, and the timer that ends it
let stopped = ""; // the beat that somebody wants to look at

function schedule() {
  const asks = document.querySelector("[data-again]");
  clearTimeout(again);
  again = asks ? setTimeout(refresh, asks.dataset.again * SECOND) : 0;
  const next = document.querySelector("[data-next]");
  const of = next?.dataset.next || "";
  const seconds = of === stopped ? 0 : Number(next?.dataset.alone || 0);
  for (const wait of document.querySelectorAll("[data-wait]")) wait.hidden = !seconds;
  if (seconds && beat.timer && beat.of === of) return;
  clearTimeout(beat.timer);
  beat = { of, timer: seconds ? setTimeout(endBeat, seconds * SECOND) : 0 };
}

function endBeat() {
  const key = document.querySelector("[data-next]");
  beat.timer = 0;
  if (key?.dataset.next === beat.of && !document.hidden && !waiting) key.click();
}

addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-wait]")) return;
  stopped = document.querySelector("[data-next]")?.dataset.next || "";
  schedule();
}, true);

// --- News: a stream says how new the table is; without one, the page asks, more seldom the longer nothing comes.

let fetching = null;
let stale = false; // the page is to be fetched even if nothing new was heard of
let stream = null;
let polling = false;
let signed = 0;

function refresh() {
  stale = true;
  return follow();
}

// A page with `data-once` shows what its address does not: news would take it away.
function follow() {
  if (!table || fetching || "once" in body.dataset) return fetching;
  fetching = queue.then(async () => {
    if (waiting || "once" in body.dataset || !(stale || isOld())) return; // the answer to a tap may have brought it
    stale = false;
    const url = location.href;
    const address = new URL(url);
    const since = slept;
    if (since) address.searchParams.set("slept", since);
    const response = await ask(address.href);
    const page = await parse(response);
    if (url !== location.href || waiting) return;
    swap(page, response.redirected ? response.url : "", true);
    if (since && !byId("slept-card")) slept = 0;
  }).finally(() => {
    fetching = null;
    followLater();
  });
  queue = fetching.catch(() => {});
  return fetching;
}

function hear(name, number) {
  newest[name] = Math.max(newest[name], number);
  if (isOld()) follow();
}

const isOld = () => newest.seq > seq || newest.version > Number(body.dataset.version || 0);

// News may come while an older page is on its way; then the page is fetched once more.
function followLater() {
  if ((stale || isOld()) && !waiting) setTimeout(follow, 250);
}

function listen() {
  if (stream || document.hidden) return;
  stream = new EventSource(`/t/${table}/stream`);
  stream.addEventListener("open", found);
  stream.addEventListener("moved", ({ data }) => hear("seq", Number(data)));
  stream.addEventListener("changed", ({ data }) => hear("version", Number(data)));
  stream.addEventListener("here", refresh);
  stream.addEventListener("error", () => {
    lost();
    if (stream?.readyState === EventSource.CLOSED) {
      stream = null;
      poll();
    }
  });
}

// Neither end of a dead link may notice for long. So each phone says itself that it is here; with no answer it has no link.
setInterval(async () => {
  const now = Date.now();
  if (!stream || document.hidden || (!lostSince && now - signed < SIGN)) return;
  signed = now;
  try {
    const { status } = await fetch(`/t/${table}/here?after=${seq}`, { signal: AbortSignal.timeout?.(LOST) });
    if (LATER.has(status)) lost(now);
    else found();
  } catch { lost(now); }
}, SECOND);

async function poll() {
  if (polling) return;
  polling = true;
  for (let wait = SECOND, tries = 0; !stream && !document.hidden; wait = Math.min(wait * 1.3, 8000), tries += 1) {
    const response = await ask(`/t/${table}/since?after=${seq}`);
    const before = newest.version;
    if (response.ok) hear("version", (await response.json()).version);
    if (newest.version > before) wait = SECOND;
    await pause(wait);
    if (tries % 5 === 4) listen();
  }
  polling = false;
}

// Phones hide a page, suspend it, or both; either is a sleep.
function sleep() {
  if (!table) return;
  slept = slept || Number(body.dataset.read);
  stream?.close();
  stream = null;
}

function wake() {
  if (!table || document.hidden) return;
  keepAwake();
  listen();
  refresh();
}

document.addEventListener("visibilitychange", () => document.hidden ? sleep() : wake());
document.addEventListener("freeze", sleep);
document.addEventListener("resume", wake);
addEventListener("popstate", () => refresh());
addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
addEventListener("online", () => { found(); wake(); });
addEventListener("offline", () => lost());

// --- Guard: a page that changes by itself does nothing to a thumb on its way, and leaves an answer to be read.

const AWHILE = 600; // milliseconds in which a tap still means what stood there before
const READ = 6000; // milliseconds that the answer to a tap stays, whatever is new
let turnedAt = -AWHILE;
let tappedAt = -READ;
let before = []; // the keys that stood there: their boxes and meanings

// What a key does, and in the bar of the main keys what it says as well: undo is always another step's.
function meaning(key) {
  return [key.value || key.href, key.getAttribute("aria-disabled"), key.closest("#thumb") ? key.textContent : ""].join();
}

function noteKeys() {
  if (!dispatchEvent(new Event("turning", { cancelable: true }))) return;
  before = [...document.querySelectorAll(".key")].map((key) => [key.getBoundingClientRect(), meaning(key)]);
  turnedAt = performance.now();
}

// A finger alone: who presses a key on a keyboard has it in focus.
addEventListener("click", (event) => {
  const key = event.target.closest?.(".key");
  if (!key || !event.detail || performance.now() - turnedAt > AWHILE) return;
  const { clientX: x, clientY: y } = event; // keys of the bar, which come last, lie over those of the page
  const was = before.findLast(([box]) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  if (was?.[1] === meaning(key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  answer(body.dataset.turned);
}, true);

// --- Nudges that a player has ticked on this phone: a vibration or a bell at the own turn, a screen that stays on.

const NUDGES = "nudges";
const can = { vibrate: Boolean(navigator.vibrate), bell: "AudioContext" in window, awake: Boolean(navigator.wakeLock) };
const ticked = new Set(JSON.parse(localStorage.getItem(NUDGES) || "[]"));
let sound = null;
let lock = null;
const readCalls = () => (body.dataset.calls || "").split(" ").filter(Boolean);
let calls = readCalls();

// Browsers let a page sound once it was tapped.
async function unmute() {
  if (!ticked.has("bell") || !can.bell) return;
  sound = sound || new AudioContext();
  await sound.resume();
}

function feel(name) {
  if (name === "vibrate") navigator.vibrate?.(200);
  if (name !== "bell" || sound?.state !== "running") return;
  const [tone, volume, now] = [sound.createOscillator(), sound.createGain(), sound.currentTime];
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.2, now);
  volume.gain.exponentialRampToValueAtTime(0.002, now + 0.2);
  tone.connect(volume).connect(sound.destination);
  tone.start(now);
  tone.stop(now + 0.2);
}

async function keepAwake() {
  if (!table || !can.awake) return;
  if (!ticked.has("awake")) {
    await lock?.release();
    lock = null;
  } else if (!document.hidden && (!lock || lock.released)) {
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  }
}

function nudge(news) {
  const old = calls;
  calls = readCalls();
  const panel = byId("nudges");
  for (const box of panel?.querySelectorAll("[data-nudge]") || []) {
    box.checked = ticked.has(box.dataset.nudge);
    box.parentElement.hidden = !can[box.dataset.nudge];
  }
  if (panel) panel.hidden = !Object.values(can).some(Boolean) && isSecureContext;
  if (news && !document.hidden && !calls.every((call) => old.includes(call))) ticked.forEach(feel);
}

addEventListener("change", async ({ target }) => {
  const name = target.dataset?.nudge;
  if (!name) return;
  ticked[target.checked ? "add" : "delete"](name);
  localStorage.setItem(NUDGES, JSON.stringify([...ticked]));
  keepAwake();
  await unmute();
  if (target.checked) feel(name);
});
addEventListener("pointerdown", unmute);
addEventListener("click", ({ target }) => { if (target.closest?.("[data-print]")) print(); });

// --- Start. The worker keeps a page for times without a link (worker.js).

if (table) {
  listen();
  schedule();
  nudge(false);
  keepAwake();
  document.querySelectorAll("input[type=file]").forEach(photograph); // whoever was quicker than this script
}
localise();

addEventListener("load", () => {
  if (isSecureContext) navigator.serviceWorker?.register(new URL("worker.js", document.querySelector("link[rel=manifest]").href));
});
