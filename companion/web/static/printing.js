// The print page, live: the picture follows what is chosen, and a print's progress comes by itself.

const LOST = 3000; // milliseconds without an answer after which a print's page says so
const STUCK = 10000; // milliseconds after which an answer does not come any more
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// What a server answers, be it that a choice is wrong or a print gone; without a link, or where it cannot, there is none.
async function page(url) {
  const answer = await fetch(url, { credentials: "same-origin", signal: AbortSignal.timeout?.(STUCK) }).catch(() => null);
  const text = answer && answer.status < 500 && (await answer.text().catch(() => ""));
  return text ? new DOMParser().parseFromString(text, "text/html") : null;
}

// --- Choosing: the server says which picture and which languages belong to the choice.

const form = document.getElementById("print");
let asked = 0;

async function chosen(event) {
  const mine = (asked += 1);
  const url = new URL("/print", location.href);
  url.search = new URLSearchParams(new FormData(form)).toString();
  const next = await page(url);
  if (!next?.getElementById("picture") || mine !== asked) return;
  show(next.getElementById("picture"));
  if (event.target.name === "game") document.getElementById("languages").replaceWith(next.getElementById("languages"));
  tell(next.getElementById("note"));
  history.replaceState({}, "", url);
}

function tell(note) {
  const here = document.getElementById("note");
  if (note && here?.isEqualNode(note)) return;
  here?.remove();
  if (note) form.before(note);
}

form?.addEventListener("change", (event) => { if (event.target.name !== "address") chosen(event); });

// --- The picture: the old one stays, pale, until the new one is drawn. A busy press draws it later.

function show(next) {
  const here = document.getElementById("picture");
  const image = here.querySelector("img");
  const drawn = next.querySelector("img")?.getAttribute("src");
  if (!image || !drawn) {
    here.replaceWith(next);
    watch();
  } else if (image.getAttribute("src") !== drawn) {
    image.closest("a").href = drawn;
    image.dataset.old = "";
    image.dataset.tries = "";
    image.src = drawn;
  }
}

function watch() {
  const image = document.querySelector("#picture img");
  if (!image) return;
  image.addEventListener("load", () => { delete image.dataset.old; delete image.dataset.missing; });
  image.addEventListener("error", () => missing(image));
  if (image.complete && !image.naturalWidth && image.currentSrc) missing(image);
}

async function missing(image) {
  const source = image.getAttribute("src");
  const tries = Number(image.dataset.tries || 0) + 1;
  image.dataset.missing = "";
  image.dataset.tries = tries;
  if (tries > 5) return;
  await pause(3000 * tries);
  if (image.getAttribute("src") === source) image.src = source;
}

watch();

// --- Waiting: only what has changed is put in, so that a screen reader says each thing once.

function put(next, id) {
  const here = document.getElementById(id);
  const there = next.getElementById(id);
  if (here.isEqualNode(there)) return;
  if (!("wait" in there.dataset)) delete here.dataset.wait;
  here.replaceChildren(...there.childNodes);
}

async function follow() {
  let silence = 0;
  for (let wait = 600; document.querySelector("#work[data-wait]"); wait = Math.min(wait * 1.1, 3000)) {
    await pause(wait);
    silence ||= setTimeout(lost, LOST);
    const next = await page(location.href);
    if (!next) continue;
    clearTimeout(silence);
    silence = 0;
    if (!next.getElementById("work")) return location.reload(); // the print is gone: there is a page for that
    put(next, "state");
    put(next, "work");
    if (!next.getElementById("picture")) document.getElementById("picture")?.remove();
  }
}

function lost() {
  const state = document.getElementById("state");
  state.textContent = state.dataset.lost;
}

follow();
