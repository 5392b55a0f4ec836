// The page of the site: it has the parts brought, runs the app in a worker, and shows its pages in a frame. Of all tabs
// one leads, for the tables can be written by one only.

const HERE = new URL("./", import.meta.url);
const NAME = `silk-road ${HERE.pathname}`; // of the lock and of the channel: another site of this host has its own
const told = JSON.parse(document.body.dataset.words);
const language = navigator.languages.map((one) => one.split("-")[0]).find((one) => told[one]) || "en";
const words = told[language];
const says = document.getElementById("says");
const bar = document.getElementById("bar");
const key = document.getElementById("key");
const begin = document.getElementById("begin");
const channel = new BroadcastChannel(NAME);

let worker = null;
let frame = null;
let letGo = null; // gives the lead away

document.documentElement.lang = language;

function tell(word, label = "", act = null) {
  begin.hidden = false;
  says.textContent = words[word];
  bar.hidden = true;
  key.hidden = !label;
  key.textContent = words[label] || "";
  key.onclick = act;
}

function progress(part, done, total) {
  says.textContent = `${words.fetching}: ${words[`part.${part}`]}`;
  bar.hidden = false;
  bar.value = done / total;
}

// --- The parts.

async function installed() {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", heard);
  serviceWorker.startMessages();
  const here = await serviceWorker.getRegistration(HERE);
  const registered = serviceWorker.register(new URL("worker.js", HERE), { scope: HERE.pathname });
  if (here?.active) {
    registered.catch(() => {}); // a newer one is brought when there is a network, and waits until no page is open
  } else {
    const { installing, waiting, active } = await registered;
    await activated(installing || waiting || active);
  }
  // A page that was opened past its worker, as a forced reload is, asks for it again.
  if (!serviceWorker.controller) await new Promise((done) => {
    serviceWorker.addEventListener("controllerchange", done, { once: true });
    setTimeout(done, 1000);
  });
}

function activated(coming) {
  return new Promise((done, failed) => {
    const look = () => {
      if (coming.state === "activated") done();
      if (coming.state === "redundant") failed(new Error("not brought"));
    };
    coming.addEventListener("statechange", look);
    look();
  });
}

function heard({ data, ports: [port] }) {
  if (data.part) progress(data.part, data.done, data.total);
  if (data.asked && worker) worker.postMessage(data.asked, [port]);
}

// --- The app.

function started() {
  return new Promise((done, failed) => {
    worker = new Worker(new URL("run.js", HERE), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      if (data.ready) done();
      if (data.failed) failed(Object.assign(new Error(data.why), { word: data.failed }));
    });
    worker.addEventListener("error", () => failed(new Error("the worker did not start")));
    worker.postMessage({ start: true, folder: encodeURIComponent(HERE.pathname) });
  });
}

// Which page of the app to open: the one that was open, or that a printed code leads to (/k/GAME/BUILD).
function wanted() {
  if (location.hash.startsWith("#/")) return location.hash.slice(2);
  const below = location.pathname.slice(HERE.pathname.length).replace(/(^|\/)index\.html$/, "").replace(/\/$/, "");
  return below + location.search;
}

function show() {
  frame = Object.assign(document.createElement("iframe"), { src: new URL(wanted(), HERE).href, title: words.title });
  frame.addEventListener("load", () => {
    frame.classList.add("shown");
    begin.hidden = true;
    frame.contentWindow.focus();
  });
  document.body.append(frame);
  setInterval(mirror, 500);
}

// The address says which page is within, so that a reload comes back to it.
function mirror() {
  const inner = frame?.contentWindow?.location;
  if (!inner?.pathname.startsWith(HERE.pathname)) return;
  const shown = new URL(`#/${inner.pathname.slice(HERE.pathname.length)}${inner.search}`, HERE).href;
  if (shown !== location.href) history.replaceState(null, "", shown);
  document.title = frame.contentDocument.title || words.title;
}

async function lead() {
  says.textContent = words.starting;
  bar.hidden = false;
  bar.removeAttribute("value");
  navigator.storage.persist?.();
  await started();
  show();
  navigator.serviceWorker.controller?.postMessage({ rest: true });
}

// --- Tabs.

channel.addEventListener("message", ({ data }) => {
  if (data !== "take" || !worker) return;
  worker.addEventListener("message", ({ data: answer }) => {
    if (!answer.stopped) return;
    worker.terminate();
    worker = null;
    frame?.remove();
    letGo?.();
    tell("taken", "take", take);
  });
  worker.postMessage({ stop: true });
});

function take() {
  tell("starting");
  channel.postMessage("take");
  hold({}).catch(failed);
}

function hold(options) {
  return new Promise((done, wrong) => {
    navigator.locks.request(NAME, options, (lock) => {
      if (!lock) {
        tell("elsewhere", "take", take);
        done();
        return null;
      }
      const held = new Promise((over) => { letGo = over; });
      lead().then(done, wrong);
      return held;
    }).catch(wrong);
  });
}

function failed(error) {
  console.error(error);
  tell(error.word || "failed", "again", () => location.reload());
}

async function main() {
  if (!navigator.serviceWorker || !navigator.locks || !navigator.storage?.getDirectory) {
    tell("old");
    return;
  }
  says.textContent = words.starting;
  try {
    await installed();
  } catch (error) {
    console.error(error);
    tell("network", "again", () => location.reload());
    return;
  }
  await hold({ ifAvailable: true }).catch(failed);
}

main();
