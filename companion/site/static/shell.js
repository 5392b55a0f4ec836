// The page of the site: it has the parts brought, runs the app in a worker, and shows its pages in a frame. Of all tabs
// one leads, for the tables can be written by one only.

const HERE = new URL("./", import.meta.url);
const NAME = `silk-road ${HERE.pathname}`; // of the lock: another site of this host has its own
const told = JSON.parse(document.body.dataset.words);
const language = navigator.languages.map((one) => one.split("-")[0]).find((one) => told[one]) || "en";
const words = told[language];
const { edition } = document.body.dataset;
const says = document.getElementById("says");
const bar = document.getElementById("bar");
const key = document.getElementById("key");
const begin = document.getElementById("begin");
const never = new Promise(() => {});
const MIRRORED = 500; // milliseconds
const SOON = 300; // without the lead this tab waits
const PATIENCE = 3_000; // that a newer version may take to be in charge
const LEADS = "leads"; // kept by the tab while a newer version takes charge, which loads all tabs anew

let worker = null;
let frame = null;

document.documentElement.lang = language;

function tell(word, label = "", act = null) {
  begin.hidden = false;
  says.textContent = words[word];
  bar.hidden = true;
  key.hidden = !label;
  key.textContent = words[label] || "";
  key.onclick = act;
}

function progress(done, total) {
  says.textContent = words.fetching;
  bar.hidden = false;
  bar.value = done / total;
}

// --- Editions. A page belongs to the edition of its service worker: when another one takes charge, it is loaded anew. One
// that did so before the page could notice has no files of this page's edition.

async function charged() {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", heard);
  serviceWorker.startMessages();
  serviceWorker.addEventListener("controllerchange", () => location.reload());
  if (!serviceWorker.controller) {
    await serviceWorker.register(new URL("worker.js", HERE), { scope: HERE.pathname });
    const { active } = await serviceWorker.ready; // or it says why not
    active.postMessage("claim"); // of a page that was loaded past it, as a forced reload is
    await never;
  }
  const { ok } = await fetch(new URL(`${edition}/shell.css`, HERE));
  if (!ok) {
    location.reload();
    await never;
  }
  return serviceWorker.getRegistration(HERE);
}

// A newer version waits until no game is open: while this tab has the lead and shows none, there is none.
async function newest({ waiting }) {
  if (!waiting) return;
  sessionStorage.setItem(LEADS, "yes");
  waiting.postMessage("lead");
  await new Promise((done) => setTimeout(done, PATIENCE)); // this page is loaded anew meanwhile
  sessionStorage.removeItem(LEADS);
}

function heard({ data, ports: [port] }) {
  if (data.asked && worker) worker.postMessage(data.asked, [port]);
  else if (data.asked) port.postMessage({ other: true }); // whoever leads is to answer, if anybody does
  else if (navigator.serviceWorker.controller) return; // a newer version comes while this one runs
  else if (data.failed) failed(data.why, data.failed);
  else progress(data.done, data.total);
}

// --- The app.

// Runs the app until it fails.
function run(registration) {
  return new Promise((_, broken) => {
    worker = new Worker(new URL(`${edition}/run.js`, HERE), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.news) frame?.contentWindow.dispatchEvent(new Event("found")); // its page asks at once what is new
      if (data.failed) broken(Object.assign(new Error(data.why), { word: data.failed }));
      if (!data.ready) return;
      show();
      registration.update().catch(() => {}); // there may be no network
    };
    worker.onerror = () => broken(new Error("the worker did not start"));
  });
}

// Which page of the app: the one that was open, or that a printed code leads to.
const wanted = () => new URL(location.hash.startsWith("#/") ? location.hash.slice(2) : "", HERE).href;

function show() {
  frame = Object.assign(document.createElement("iframe"), { src: wanted(), title: words.title });
  frame.addEventListener("load", () => {
    frame.classList.add("shown");
    begin.hidden = true;
    frame.contentWindow.focus();
  });
  document.body.append(frame);
}

// The address says which page is within, so that a reload comes back to it.
function mirror() {
  const inner = frame?.contentWindow?.location;
  if (!inner?.pathname.startsWith(HERE.pathname)) return;
  const shown = new URL(`#/${inner.pathname.slice(HERE.pathname.length)}${inner.search}`, HERE).href;
  if (shown !== location.href) history.replaceState(null, "", shown);
  document.title = frame.contentDocument.title || words.title;
}

function end() {
  worker?.terminate(); // what was answered is kept, and nothing else was promised
  frame?.remove();
  worker = frame = null;
}

// --- Tabs: whichever holds the lock leads. The others wait in line until it is closed, or ended; or take it away.

let line = new AbortController(); // gives the place in line back

async function lead(registration) {
  await newest(registration);
  tell("starting");
  bar.hidden = false;
  bar.removeAttribute("value");
  navigator.storage.persist?.();
  await run(registration);
}

async function stand(registration, options = { signal: line.signal }, word = "elsewhere") {
  const late = setTimeout(() => wait(word, registration), SOON);
  try {
    await navigator.locks.request(NAME, options, () => {
      clearTimeout(late);
      return lead(registration);
    });
  } catch (error) {
    clearTimeout(late);
    if (options.signal?.aborted) return;
    end();
    if (error.name !== "AbortError") return failed(error, error.word || "network");
    await stand(registration, undefined, "taken");
  }
}

function wait(word, registration) {
  tell(word, "take", () => {
    line.abort();
    line = new AbortController();
    tell("starting");
    stand(registration, { steal: true });
  });
}

function failed(error, word) {
  console.error(error);
  tell(word, "again", () => location.reload());
}

async function main() {
  if (!navigator.serviceWorker || !navigator.locks || !navigator.storage?.getDirectory) {
    tell("old");
    return;
  }
  tell("starting");
  try {
    const registration = await charged();
    const led = sessionStorage.getItem(LEADS);
    sessionStorage.removeItem(LEADS);
    await stand(registration, led ? { steal: true } : undefined); // it led before, whichever tab was quicker
  } catch (error) {
    failed(error, "network");
  }
}

setInterval(mirror, MIRRORED);
addEventListener("hashchange", () => frame?.contentWindow.location.replace(wanted()));
main();
