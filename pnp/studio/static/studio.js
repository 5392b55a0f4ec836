// What every page does: it keeps its state in its address, and answers to keys.

import { $, $$, after, follow, going, holds, restate, send } from "./following.js";

// --- the view stands in the address -----------------------------------------------------------------

const USUAL = { which: "all", size: "m", see: "all", ink: "full", edge: "trim", order: "table", q: "", shown: "both", find: "", as: "spreads", marks: "on", backs: "long-edge", gutters: "share", paper: "a4", printer: "" };

function view() {
  const form = $("#view");
  const said = new URLSearchParams(new FormData(form));
  for (const name of new Set(said.keys())) said.set(name, said.getAll(name).at(-1));   // a tick after what it is without
  for (const [name, usual] of Object.entries(USUAL)) if (said.get(name) === usual) said.delete(name);
  const language = $("select[name=language]");
  if (language && language.selectedIndex === 0) said.delete("language");
  const text = said.toString();
  return form.getAttribute("action") + (text ? `?${text}` : "");
}

const go = () => follow(view(), "replace");
let typing;

document.addEventListener("submit", event => { if (event.target.id === "view") { event.preventDefault(); go(); } });
document.addEventListener("input", event => {
  const control = event.target;
  if (control.form?.id !== "view" || control.id === "letters") return;
  if (!control.matches("[data-goes]")) { restate(view()); return; }
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

/** Of a drawing, a link has no `click` of its own. */
function press(selector) {
  const key = $(selector);
  key?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  return Boolean(key);
}
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
const PLACES = ".face > a, .pair-card h3 a, .way a, .sheet";

/** The next language of the faces. */
function tongue() {
  const choice = $("select[name=language]");
  if (!choice) return false;
  choice.selectedIndex = (choice.selectedIndex + 1) % choice.length;
  choice.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

/** Old over new, while the key is held. */
function flip() {
  if (!$("#h-over, .plate .was")) return false;
  if ($("#h-over")?.checked === false) press("#h-over");
  document.body.classList.add("flipped");
  return true;
}
for (const event of ["keyup", "blur"]) addEventListener(event, () => document.body.classList.remove("flipped"));

const KEYS = {
  Escape: () => press("[data-up]"),
  "/": () => { $("input[type=search]")?.focus(); return true; },
  j: () => press("[data-after]") || step(PLACES, 1),
  k: () => press("[data-before]") || step(PLACES, -1),
  n: () => step("[data-finding]", 1),
  N: () => step("[data-finding]", -1),
  e: () => press("[data-finding] :focus") || press(".written a:focus") || press("[data-place]"),
  g: () => toggle("#see-grey", "#see-all"),
  l: () => toggle("#ink-low", "#ink-full"),
  1: () => $("#z-m") ? toggle("#z-real", "#z-m") : press("#z-real"),
  "+": () => size(1),
  "-": () => size(-1),
  o: flip,
  r: () => press("#rings"),
  m: () => press("[data-measure]") || ($("#eye input.text")?.focus(), Boolean($("#eye"))),
  t: () => press("[data-test-page]"),
  f: () => toggle("#shown-fronts", "#shown-both"),
  x: () => toggle("#shown-light", "#shown-both"),
  w: () => press("[data-make]"),
  v: tongue,
  s: () => { send("/seen").then(() => follow()); return true; },
  p: () => press("[data-build]:not([aria-disabled])"),
  "?": () => { $("#keys")?.showModal(); return true; },
};

/** Keys of the page of one face, before those of all pages. */
export const benchKeys = {};

const letters = $("#letters");
letters.checked = localStorage.getItem("letters") !== "off";
letters.addEventListener("change", () => localStorage.setItem("letters", letters.checked ? "on" : "off"));

/** A text is typed into it, so that no letter is a key. */
export const typedInto = one => one.matches("input:not([type=radio], [type=checkbox]), select, textarea");

for (const event of ["pointerover", "focusin"])
  document.addEventListener(event, ({ target }) => {
    const about = target.closest?.("[data-about]")?.dataset.about;
    if (about) for (const one of $$(".paragraph")) one.hidden = one.id !== about;
  });

/** What a key does on the page that stands here; nothing, if it is none of ours. */
const meaning = key => ($("#plate") && benchKeys[key]) || KEYS[key];

/** What the browser does itself: it follows a link, it presses a button. */
const pressed = (key, target) => key === "Enter" && !target.closest("#plate, .layers [aria-current]") && target.closest("a, button, summary, label");

document.addEventListener("keydown", event => {
  const { key, target, shiftKey, altKey } = event;
  if (key === "Escape" && typedInto(target)) { target.blur(); return; }
  if (typedInto(target) || event.ctrlKey || event.metaKey || (altKey && !key.startsWith("Arrow")) || $("dialog[open]")) return;
  if (!letters.checked && key.length === 1 && key !== "/" && key !== "?") return;
  const own = pressed(key, target);
  if (own ? !holds() : !meaning(key)) return;
  if (going()) {   // of what has the focus then: keys before this one may yet move it
    event.preventDefault();
    after(() => {
      const now = document.activeElement;
      const meant = pressed(key, now);
      if (meant) meant.click();
      else meaning(key)?.({ key, target: now, shiftKey, altKey });
    });
  } else if (meaning(key)(event)) event.preventDefault();
});
