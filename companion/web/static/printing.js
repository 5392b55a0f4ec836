// The print page, live: the picture follows what is chosen, and a print's progress comes by itself.

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function page(url) {
  const answer = await fetch(url, { credentials: "same-origin" });
  return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

// --- Choosing: the server says which picture and which languages belong to the choice.

const form = document.getElementById("print");
let asked = 0;

async function chosen(event) {
  const mine = (asked += 1);
  const url = new URL("/print", location.href);
  url.search = new URLSearchParams(new FormData(form)).toString();
  if (event.target.name === "game") url.searchParams.delete("language");
  const next = await page(url).catch(() => null);
  if (!next || mine !== asked) return;
  document.querySelector("#picture a").href = next.querySelector("#picture a").href;
  const image = document.querySelector("#picture img");
  const drawn = next.querySelector("#picture img").getAttribute("src");
  if (image.getAttribute("src") !== drawn) {
    image.dataset.old = "";
    image.src = drawn;
  }
  if (event.target.name === "game") document.getElementById("languages").replaceWith(next.getElementById("languages"));
  document.getElementById("note")?.remove();
  history.replaceState({}, "", url);
}

if (form) {
  form.addEventListener("change", (event) => { if (event.target.name !== "address") chosen(event); });
  const image = document.querySelector("#picture img");
  image.addEventListener("load", () => delete image.dataset.old);
  // A press that is busy draws the picture later.
  let tries = 0;
  image.addEventListener("error", async () => {
    if ((tries += 1) > 5) return;
    await pause(3000 * tries);
    image.src = image.getAttribute("src");
  });
}

// --- Waiting: only what has changed is put in, so that a screen reader says each thing once.

function put(next, id) {
  const here = document.getElementById(id);
  const there = next.getElementById(id);
  if (here.isEqualNode(there)) return;
  for (const name of ["data-wait"]) if (!there.hasAttribute(name)) here.removeAttribute(name);
  here.replaceChildren(...there.childNodes);
}

async function follow() {
  for (let wait = 600; document.querySelector("#work[data-wait]"); wait = Math.min(wait * 1.1, 3000)) {
    await pause(wait);
    const next = await page(location.href).catch(() => null);
    if (!next || !next.getElementById("work")) continue;
    put(next, "state");
    put(next, "work");
  }
}

follow();
