// What every page does: it follows the files, keeps its state in its address, and answers to keys.

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
const token = () => document.body.dataset.token;

// --- the page follows the files ---------------------------------------------------------------------

/** Puts what is new in the place of what was, piece by piece, so that scrolling, focus and pictures stay. */
function renew(fresh) {
  for (const part of $$("[data-part]", fresh)) {
    const here = $(`[data-part="${part.dataset.part}"]`);
    if (!here || typed(here)) continue;
    if (part.dataset.part === "shelves") shelves(here, part);
    else if (here.outerHTML !== part.outerHTML) replaced(here, part);
  }
  for (const name of ["proof", "token"]) document.body.dataset[name] = fresh.body.dataset[name];
  const look = $("#look", fresh)?.getAttribute("href");
  if (look && $("#look").getAttribute("href") !== look) $("#look").href = look;
  document.title = fresh.title;
  $("#words").dataset.time = $("#words", fresh)?.dataset.time ?? "";
  document.dispatchEvent(new CustomEvent("renewed"));
}

/** Whether somebody is just typing into a cell of it, which is written when it is left, or one has not been written. */
const typed = part => {
  if ($("[data-sent], [data-was][aria-invalid]", part)) return true;
  const field = document.activeElement;
  return Boolean(field?.matches("[data-was]") && part.contains(field) && field.value !== field.dataset.was);
};

function replaced(here, part) {
  const open = $$("details[open]", here).length > 0;
  const focus = here.contains(document.activeElement) ? path(document.activeElement, here) : null;
  const top = here.scrollTop;
  const was = loose(here);
  loose(part).forEach((one, number) => { if (was[number]) { one.checked = was[number].checked; one.value = was[number].value; } });
  here.replaceWith(document.adoptNode(part));
  if (open) $$("details", part).forEach(one => { one.open = true; });
  part.scrollTop = top;
  if (focus) at(part, focus)?.focus({ preventScroll: true });
}

/** Switches of no form: what they say stands nowhere else. */
const loose = root => $$("input", root).filter(one => !one.form);

/** The way from an element to one within it, as numbers of children. */
function path(element, root) {
  const way = [];
  for (; element !== root; element = element.parentElement) way.unshift([...element.parentElement.children].indexOf(element));
  return way;
}

const at = (root, way) => way.reduce((element, number) => element?.children[number], root);

/** Faces that are as they were stay where they are; of the same faces in the same order only those that differ are
    touched. */
function shelves(here, fresh) {
  const [old, now] = [here, fresh].map(one => $$("figure[data-face]", one));
  const focus = document.activeElement?.closest?.("figure[data-face]")?.dataset.face;
  const alike = old.length === now.length && old.every((face, number) => face.dataset.face === now[number].dataset.face) && heads(here) === heads(fresh);
  if (alike) {
    now.forEach((face, number) => { if (face.outerHTML !== old[number].outerHTML) { loaded(old[number], face); old[number].replaceWith(face); } });
  } else {
    const known = new Map(old.map(face => [face.dataset.face, face]));
    for (const face of now) {
      const was = known.get(face.dataset.face);
      if (was?.outerHTML === face.outerHTML) face.replaceWith(was);
      else if (was) loaded(was, face);
    }
    const top = here.scrollTop;
    here.replaceChildren(...fresh.childNodes);
    here.scrollTop = top;
  }
  if (focus) $(`figure[data-face="${CSS.escape(focus)}"] a`, here)?.focus({ preventScroll: true });
}

/** All but the faces. */
const heads = part => $$(".shelf__head, .nothing", part).map(head => head.outerHTML).join();

/** The old picture stays until the new one is there, so that nothing flickers. */
function loaded(old, face) {
  const [was, is] = [$("img", old), $("img", face)];
  if (!was || !is || was.src === is.src || !was.complete) return;
  const wanted = is.getAttribute("src");
  is.src = was.src;
  const coming = new Image();
  coming.onload = coming.onerror = () => { is.src = wanted; };
  coming.src = wanted;
}

let asked = 0;
let leaving = false;

export async function follow(address = location.href, { push = false } = {}) {
  const number = ++asked;
  if (push) history.replaceState(null, "", address);   // at once: whatever is told meanwhile follows to there
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (number !== asked || leaving) return;
  const alike = $$("[data-part]").map(part => part.dataset.part).join() === $$("[data-part]", fresh).map(part => part.dataset.part).join();
  if (alike) renew(fresh);
  else location.reload();
}

/** The page is left: what is still told to it would call back from where it goes to. */
export function leave() { leaving = true; }
addEventListener("pageshow", () => { leaving = false; });

const stream = new EventSource("/events");
const number_of = told => String(JSON.parse(told.data).proof);
for (const event of ["proof", "findings", "built"]) stream.addEventListener(event, () => follow());
stream.addEventListener("here", told => {
  const away = document.body.classList.contains("ended");
  document.body.classList.remove("ended");
  if (away || number_of(told) !== document.body.dataset.proof) follow();
});
stream.addEventListener("error", () => {
  const now = $(".status__now span");
  const words = $("#words");
  if (now && !document.body.classList.contains("ended")) now.textContent = words.dataset.ended.replace("{time}", words.dataset.time);
  document.body.classList.add("ended");
});

/** Sends a form of ours in the background, or pairs of names and values. */
export async function send(address, values = {}) {
  const body = new URLSearchParams(values);
  return fetch(address, { method: "POST", body, headers: { "X-Token": token() } });
}

/** The page as it now is; or why nothing was done. */
export async function told(answer) {
  await follow();
  if (!answer.ok) say(await answer.text());
  return answer.ok;
}

/** Says something in the status line until the next save. */
export function say(text) {
  const now = $(".status__now span");
  if (now) now.textContent = text;
}

document.addEventListener("submit", event => {
  const form = event.target;
  if (form.id === "view") { event.preventDefault(); go(); return; }
  if (!form.matches("[data-quiet]")) return;
  event.preventDefault();
  send(form.action, new FormData(form, event.submitter)).then(told);
});

// --- the view stands in the address -----------------------------------------------------------------

const USUAL = { which: "all", size: "m", see: "all", ink: "full", edge: "trim", order: "table", q: "", shown: "both", find: "" };

function view() {
  const form = $("#view");
  const said = new URLSearchParams(new FormData(form));
  for (const [name, usual] of Object.entries(USUAL)) if (said.get(name) === usual) said.delete(name);
  const language = $("select[name=language]");
  if (language && language.selectedIndex === 0) said.delete("language");
  const text = said.toString();
  return form.getAttribute("action") + (text ? `?${text}` : "");
}

const go = () => follow(view(), { push: true });
let typing;

document.addEventListener("input", event => {
  const control = event.target;
  if (control.form?.id !== "view" || control.id === "letters") return;
  if (!control.matches("[data-goes]")) { history.replaceState(null, "", view()); return; }
  clearTimeout(typing);
  typing = setTimeout(go, control.type === "search" ? 180 : 0);
});

// --- light and dark, keys ---------------------------------------------------------------------------

const dark = matchMedia("(prefers-color-scheme: dark)");

function themed() {
  const key = $("[data-theme-key]");
  if (key) key.hidden = false;
}
themed();
document.addEventListener("renewed", themed);
document.addEventListener("click", event => {
  if (event.target.closest("[data-theme-key]")) {
    const now = document.documentElement.dataset.theme || (dark.matches ? "dark" : "light");
    document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
    localStorage.setItem("theme", document.documentElement.dataset.theme);
  }
  if (event.target.closest("[data-build][aria-disabled]")) event.preventDefault();
});

const screen_scale = localStorage.getItem("screen");
if (screen_scale) document.documentElement.style.setProperty("--screen", screen_scale);

/** How much larger a millimetre of this screen is than the browser takes it for; set with + and − at real size. */
function scaled(times) {
  const now = Number(localStorage.getItem("screen") || 1);
  const next = times ? Math.min(2, Math.max(0.5, now * times)) : 1;
  localStorage.setItem("screen", String(next));
  document.documentElement.style.setProperty("--screen", String(next));
}

document.addEventListener("click", event => {
  const way = event.target.closest("[data-screen]")?.dataset.screen;
  if (way) scaled(way > 0 ? 1.01 : 1 / 1.01);
});
$("#bank")?.addEventListener("close", () => { if (!localStorage.getItem("screen")) scaled(0); });
document.addEventListener("change", event => {
  if (event.target.matches("#z-real") && event.target.checked && !localStorage.getItem("screen")) $("#bank").showModal();
});

const press = selector => { const key = $(selector); if (key) { key.click(); return true; } return false; };
const toggle = (on, off) => press($(on)?.checked ? off : on);

function step(selector, way) {
  const all = $$(selector).filter(one => one.checkVisibility?.() ?? true);
  const here = all.findIndex(one => one === document.activeElement || one.contains(document.activeElement));
  const next = all[here < 0 ? (way > 0 ? 0 : all.length - 1) : (here + way + all.length) % all.length];
  (next?.matches("a, button, [tabindex]") ? next : next?.querySelector("a, button"))?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return Boolean(next);
}

function size(way) {
  const real = $("#z-real");
  if (!real) return false;
  if (real.checked) { scaled(way > 0 ? 1.01 : 1 / 1.01); return true; }
  const sizes = ["#z-s", "#z-m", "#z-l"];
  const now = sizes.findIndex(one => $(one)?.checked);
  return press(sizes[Math.min(2, Math.max(0, now + way))]);
}

/** What J and K go through. */
const PLACES = ".face > a, .pair-card h3 a, .way a, .sheet, .spread";

/** Old over new, while the key is held. */
function flip() {
  if (!$("#h-over, .plate .was")) return false;
  if ($("#h-over")?.checked === false) press("#h-over");
  document.body.classList.add("flipped");
  return true;
}
for (const event of ["keyup", "blur"]) addEventListener(event, () => document.body.classList.remove("flipped"));

const KEYS = {
  "/": () => { $("input[type=search]")?.focus(); return true; },
  j: () => step(PLACES, 1),
  k: () => step(PLACES, -1),
  n: () => step("[data-finding]", 1),
  N: () => step("[data-finding]", -1),
  e: () => press("[data-finding] :focus") || press("[data-place]"),
  g: () => toggle("#see-grey", "#see-all"),
  l: () => toggle("#ink-low", "#ink-full"),
  1: () => toggle("#z-real", "#z-m"),
  "+": () => size(1),
  "-": () => size(-1),
  o: flip,
  r: () => press("#rings"),
  m: () => press("[data-measure]") || ($("#eye input.text")?.focus(), Boolean($("#eye"))),
  t: () => press("[data-test-page]"),
  f: () => toggle("#shown-fronts", "#shown-both"),
  x: () => toggle("#shown-light", "#shown-both"),
  w: () => press("[data-make]"),
  s: () => { send("/seen").then(() => follow()); return true; },
  p: () => press("[data-build]:not([aria-disabled])"),
  "?": () => { $("#keys")?.showModal(); return true; },
};

export const keys = { ...KEYS };
const letters = $("#letters");
letters.checked = localStorage.getItem("letters") !== "off";
letters.addEventListener("change", () => localStorage.setItem("letters", letters.checked ? "on" : "off"));

document.addEventListener("keydown", event => {
  const field = event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea");
  if (event.key === "Escape" && field) { event.target.blur(); return; }
  if (field || event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  if (!letters.checked && event.key.length === 1 && event.key !== "/" && event.key !== "?") return;
  if (keys[event.key]?.(event)) event.preventDefault();
});
