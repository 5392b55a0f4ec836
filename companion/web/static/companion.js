// Makes the pages live. Every key is a form that works without this; it sends them, and swaps in what changed.

const body = document.body;
const table = body.dataset.table;
let seq = Number(body.dataset.seq || 0);
let line = Promise.resolve(); // taps go out one after the other
let waiting = 0;
let lostSince = 0;
let newest = 0; // the newest entry heard of
let last = { key: null, at: 0 };
const LATER = new Set([408, 502, 503, 504]); // answers after which the same request goes out again
const DOUBLE = 400; // milliseconds within which a second tap on a key that cannot repeat is the same press
const LOST = 3000; // milliseconds without a link after which a page says so, and tells what it missed once it has one
const GONE = 20000; // milliseconds without a link after which the laptop itself seems to be gone
const STUCK = 10000; // milliseconds after which an answer does not come any more: what was asked goes out again
let slept = Number(body.dataset.slept || 0); // the entry that this phone had seen when it fell asleep
const SIGN = 5000; // milliseconds between two signs that this phone is here; without a link it looks for one every
const SECOND = 1000;

// --- Swapping: the page becomes the answer, element by element, so that focus and open details stay.

function alike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.nodeType !== 1 || a.id === b.id);
}

function attributes(from, to) {
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
  attributes(from, to);
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(from.nodeName)) {
    if (from !== document.activeElement && from.type !== "radio") from.value = to.value;
    if (from.nodeName !== "SELECT") return;
  }
  const wanted = [...to.childNodes];
  const named = new Set(wanted.map(({ id }) => id));
  let here = from.firstChild;
  for (const next of wanted) {
    // What is gone goes first: what follows it stays where it is, and need not be laid out and drawn anew.
    while (here?.id && !named.has(here.id)) here = without(here);
    let match = here;
    if (!match || !alike(match, next)) {
      match = null;
      if (next.id) {
        for (let other = here; other; other = other.nextSibling) {
          if (other.id === next.id && alike(other, next)) { match = other; break; }
        }
      }
    }
    if (!match) {
      from.insertBefore(document.importNode(next, true), here);
    } else {
      if (match !== here) from.insertBefore(match, here);
      else here = here.nextSibling;
      morph(match, next);
    }
  }
  while (here) here = without(here);
}

function without(gone) {
  const next = gone.nextSibling;
  gone.remove();
  return next;
}

const sheets = (page) => [...page.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href"));

// The page that an answer is, once all that it is drawn with is here: a guest comes from a page that needs less.
async function read(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const here = new Set(sheets(document));
  const lacking = sheets(page).filter((href) => !here.has(href));
  await Promise.all(lacking.map((href) => new Promise((done) => {
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: done });
    document.head.append(sheet);
  })));
  return page;
}

function swap(page, url, news = false) {
  const held = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.as : "";
  const moved = url && new URL(url, location.href).pathname !== location.pathname;
  const card = body.dataset.card; // of a first game: another one is read from its beginning
  document.title = page.title;
  attributes(document.documentElement, page.documentElement);
  morph(body, page.body);
  seq = Number(body.dataset.seq || 0);
  if (url && url !== location.href) history[moved && !news ? "pushState" : "replaceState"]({}, "", url);
  if (held && document.activeElement === body) document.querySelector(`[data-as="${CSS.escape(held)}"]`)?.focus();
  if (moved || card !== body.dataset.card) scrollTo({ top: 0, behavior: "instant" });
  mark();
  offer();
  mix();
  if (!news) unmixed = "";
  note();
  document.dispatchEvent(new Event("swapped"));
  if (!news) dispatchEvent(new Event("answered"));
  clock();
  modules();
  document.dispatchEvent(new CustomEvent("page", { detail: { news: news && !slept } }));
}

// Moments of the log, in the zone of whoever reads.
function clock() {
  const { lang } = document.documentElement;
  const tongue = navigator.languages.find((one) => one.startsWith(lang)) || lang;
  for (const time of document.querySelectorAll("time[data-shown]")) {
    const how = time.dataset.shown === "hour" ? { timeStyle: "short" } : { dateStyle: "medium" };
    time.textContent = new Intl.DateTimeFormat(tongue, how).format(new Date(time.dateTime));
  }
}

// --- Link state: shape and word, top right.

function mark() {
  const link = document.getElementById("link");
  if (!link || !lostSince || Date.now() - lostSince < LOST) return;
  link.querySelector(".link").className = "link link--lost";
  const use = link.querySelector("use");
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, "#lost"));
  link.querySelector(".linkstate__word").textContent =
    waiting ? (waiting > 1 ? body.dataset.queue.replace("{n}", waiting) : body.dataset.one) : body.dataset.lost;
  let note = document.getElementById("gone");
  if (!note) {
    note = document.createElement("p");
    note.id = "gone";
    note.setAttribute("role", "status");
    document.getElementById("answer").replaceChildren(note);
  }
  const says = Date.now() - lostSince > GONE ? body.dataset.gone : body.dataset.offline;
  if (note.textContent !== says) note.textContent = says;
}

function lost(since = Date.now()) {
  lostSince = lostSince || since;
  setTimeout(mark, LOST + 100);
  setTimeout(mark, GONE + 100);
  mark();
}

function found(opened) {
  if (!lostSince) return;
  const long = Date.now() - lostSince > LOST;
  lostSince = 0;
  if (long) {
    slept = slept || seq;
    if (!opened) relisten(); // nobody knows whether the stream has outlived it
  }
  dispatchEvent(new Event("found"));
  refresh();
}

// What waits for a link waits no longer than until there is one; what a server is too busy for, for all of the time.
const rest = (ms) => new Promise((done) => setTimeout(done, ms));
const pause = (ms) => new Promise((done) => {
  const over = () => {
    clearTimeout(timer);
    removeEventListener("found", over);
    done();
  };
  const timer = setTimeout(over, ms);
  addEventListener("found", over);
});

async function ask(url, options) {
  for (let wait = 500; ; wait = Math.min(wait * 1.6, 5000)) {
    let until = pause;
    try {
      const answer = await fetch(url, { credentials: "same-origin", signal: AbortSignal.timeout?.(STUCK), ...options });
      if (!LATER.has(answer.status)) {
        found();
        return answer;
      }
      until = rest;
    } catch { /* no link: the same request goes out again, and its command acts once */ }
    lost();
    await until(wait);
  }
}

function busy(change) {
  waiting += change;
  if (waiting) body.dataset.busy = waiting;
  else delete body.dataset.busy;
  behind();
}

// --- Taps: one after the other; what waits for the link goes out once.

function say(key, word) {
  const small = key?.querySelector("small") || key?.appendChild(document.createElement("small"));
  if (small) small.textContent = word;
}

function tap(form, key) {
  const name = ("live" in form.dataset || "city" in form.dataset) && key?.dataset.as;
  // A key with a name means a second thing when it is tapped again; any other belongs to its turn, and a double tap is one.
  if (!name && form.method !== "get" && last.key === key && Date.now() - last.at < DOUBLE) return;
  last = { key, at: Date.now() };
  clearTimeout(typing);
  slept = 0;
  const id = fresh();
  const request = describe(form, key, id);
  busy(1);
  if (waiting > 1 || lostSince) say(key, body.dataset.waits);
  line = line.then(async () => {
    const now = name && document.querySelector(`[data-as="${CSS.escape(name)}"]`);
    const { url, options } = now && now.form ? describe(now.form, now, id) : request;
    const late = setTimeout(() => say(key, lostSince ? body.dataset.waits : body.dataset.sending), 600);
    try {
      const answer = await ask(url, options);
      swap(await read(answer), shown(answer, options.method));
    } finally {
      clearTimeout(late);
      busy(-1);
    }
  }).catch(() => location.reload());
}

// The address of what an answer shows; none: it is of the page that was there. A phone that is its own server may say it
// without being asked twice.
const WHOLE = { Prefer: "return=representation" };

function shown(answer, method) {
  const there = answer.headers.get("Content-Location");
  if (there) return new URL(there, answer.url || location.href).href;
  return method === "POST" && !answer.redirected ? "" : answer.url;
}

// Each tap is a command of its own from the moment of the tap; only what is sent again is the same.
function fresh() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
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
  return { url: url.href, options: { method: "POST", headers: WHOLE, body: new URLSearchParams(fields) } };
}

addEventListener("submit", (event) => {
  if (!table || event.target.target || event.submitter?.formTarget) return;
  event.preventDefault();
  tap(event.target, event.submitter);
});

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!table || !link || link.hasAttribute("download") || link.target || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || !url.pathname.includes(`/t/${table}`) || url.hash) return;
  if (body.classList.contains("big") || url.pathname.endsWith("/screen")) return;
  event.preventDefault();
  clearTimeout(typing);
  busy(1);
  slept = 0;
  line = line.then(async () => {
    const answer = await ask(url.href);
    swap(await read(answer), answer.url);
    busy(-1);
    (document.querySelector("h1") || body).focus?.();
  }).catch(() => location.reload());
});

// A form that filters answers while somebody types, and at once when something is chosen.
let typing = 0;
addEventListener("input", (event) => {
  const form = event.target.form;
  if (!table || !form || !("typed" in form.dataset)) return;
  clearTimeout(typing);
  typing = setTimeout(() => tap(form), event.target.type === "search" ? 200 : 0);
});

// A key that says the name which is being typed.
addEventListener("input", ({ target }) => {
  const key = target.dataset.into && document.getElementById(target.dataset.into);
  if (key) key.textContent = key.dataset.says.replace("{name}", target.value.trim() || target.placeholder);
});

addEventListener("popstate", () => refresh());

// What appears after a while, such as what to try when no phone comes.
let unhiding = 0;
let again = 0; // a page that goes on by itself says in how many seconds

function offer() {
  for (const later of document.querySelectorAll("[data-after][hidden]")) {
    clearTimeout(unhiding);
    unhiding = setTimeout(() => { later.hidden = false; }, Number(later.dataset.after) * 1000);
  }
  clearTimeout(again);
  const soon = document.querySelector("[data-again]");
  if (soon) again = setTimeout(refresh, Number(soon.dataset.again) * 1000);
}

// Arrow keys walk the city.
addEventListener("keydown", (event) => {
  const step = { ArrowUp: -5, ArrowDown: 5, ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const city = event.target.closest?.(".city__keys");
  if (!step || !city) return;
  event.preventDefault();
  const spaces = [...city.querySelectorAll(".space")];
  let at = spaces.indexOf(event.target);
  const row = Math.floor(at / 5);
  do {
    at += step;
    if (at < 0 || at > 24 || (Math.abs(step) === 1 && Math.floor(at / 5) !== row)) return;
  } while (spaces[at].nodeName !== "BUTTON");
  spaces[at].focus();
});

// --- The phone's own chance, mixed into the app's dice before the first roll: 128 bits, once for each commitment.

let mixed = "";
let unmixed = ""; // what to say, until the next tap, where the app has rolled before it came

function mix() {
  const bound = body.dataset.mix || "";
  if (bound === mixed) return;
  mixed = bound;
  if (!bound) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const fields = new URLSearchParams({ command_id: `mix-${text}`, do: JSON.stringify({ do: "mix", text }) });
  line = line.then(async () => {
    const answer = await ask(`/verify/${table}`, { method: "POST", body: fields, redirect: "manual" });
    if (answer.status === 409) unmixed = (await read(answer)).getElementById("unmixed")?.textContent || "";
    note();
  }).catch(() => {});
}

function note() {
  const place = document.getElementById("answer");
  if (!unmixed || !place || place.hasChildNodes()) return;
  place.append(Object.assign(document.createElement("p"), { textContent: unmixed }));
}

// --- News: a stream says how new the table is; without one, the page asks, more seldom the longer nothing comes.

let fetching = null;
let stale = false; // the page is to be fetched even if nothing new was heard of

function refresh() {
  stale = true;
  return follow();
}

// A page that answers what was sent (`data-once`) shows what its address does not: news would take it away.
function follow() {
  if (!table || fetching || "once" in body.dataset) return fetching;
  fetching = line.then(async () => {
    if (waiting || !(stale || newest > seq)) return; // the answer to a tap may have brought it
    stale = false;
    const url = location.href;
    const asked = new URL(url);
    const since = slept; // what was asked for before it fell asleep says nothing of what it slept through
    if (since) asked.searchParams.set("slept", since);
    const answer = await ask(asked.href);
    const page = await read(answer);
    if (url !== location.href || waiting) return;
    // By itself, under whatever thumb is on its way; but who is at the table changes no key.
    dispatchEvent(new CustomEvent("turning", { detail: { moved: Number(page.body.dataset.seq || 0) > seq } }));
    swap(page, answer.redirected ? answer.url : "", true); // the phase has left this page
    dispatchEvent(new Event("turned"));
    if (since && !document.getElementById("slept-card")) slept = 0;
  }).finally(() => {
    fetching = null;
    behind();
  });
  line = fetching.catch(() => {});
  return fetching;
}

function newer(number) {
  newest = Math.max(newest, number);
  if (newest > seq) follow();
}

// News may come while an older page is on its way; then the page is fetched once more.
function behind() {
  if ((stale || newest > seq) && !waiting) setTimeout(follow, 250);
}

let stream = null;
let asking = false;

function relisten() {
  stream?.close();
  stream = null;
  listen();
}

function listen() {
  if (stream || document.hidden) return;
  stream = new EventSource(`/t/${table}/stream`);
  stream.addEventListener("open", found);
  stream.addEventListener("moved", (event) => newer(Number(event.data)));
  stream.addEventListener("here", refresh);
  stream.addEventListener("error", () => {
    lost();
    if (stream?.readyState === EventSource.CLOSED) {
      stream = null;
      poll();
    }
  });
}

// Both ends of a link that is gone may not hear of it for long. So each phone says itself that it is here, and has no link
// while nobody takes that.
let signed = 0;

async function here() {
  const now = Date.now();
  if (!stream || document.hidden || (!lostSince && now - signed < SIGN)) return;
  signed = now;
  try {
    const answer = await fetch(`/t/${table}/here?after=${seq}`, { signal: AbortSignal.timeout?.(LOST) });
    if (LATER.has(answer.status)) lost(now);
    else found();
  } catch { lost(now); }
}
setInterval(here, SECOND);

async function poll() {
  if (asking) return;
  asking = true;
  for (let wait = SECOND, tries = 0; !stream && !document.hidden; wait = Math.min(wait * 1.3, 8000), tries += 1) {
    const answer = await ask(`/t/${table}/since?after=${seq}`);
    if (answer.ok) {
      const before = newest;
      newer((await answer.json()).seq);
      if (newest > before) wait = SECOND;
    }
    await pause(wait);
    if (tries % 5 === 4) listen();
  }
  asking = false;
}

function sleep() {
  if (!table) return;
  slept = slept || seq;
  stream?.close();
  stream = null;
}

function wake() {
  if (!table || document.hidden) return;
  listen();
  refresh();
}

// Phones hide a page, suspend it, or both; either is a sleep.
document.addEventListener("visibilitychange", () => (document.hidden ? sleep() : wake()));
document.addEventListener("freeze", sleep);
document.addEventListener("resume", wake);
addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
addEventListener("online", () => { if (table) { found(); listen(); } });
addEventListener("offline", () => lost());

if (table) {
  listen();
  offer();
  mix();
}
clock();

// --- The home screen: what never changes is kept there (worker.js); phones that can do it install at a tap.

// What nothing on the page waits for comes when the page is there: on a slow line it would be in the way of its style.
function modules() {
  for (const module of (body.dataset.modules || "").split(" ").filter(Boolean)) import(module);
}

function later() {
  modules();
  if (isSecureContext) navigator.serviceWorker?.register(new URL("worker.js", document.querySelector("link[rel=manifest]").href));
}
if (document.readyState === "complete") later();
else addEventListener("load", later);

let install = null;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  install = event;
});
addEventListener("click", (event) => {
  if (!install || !event.target.closest?.("[data-install]")) return;
  event.preventDefault();
  install.prompt();
});
