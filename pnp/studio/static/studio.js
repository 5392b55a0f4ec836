// The view in the address, real size, and the keys of all pages.

import { $, $$, refresh, send } from "./page.js";

// --- the view in the address ------------------------------------------------------------------------

const DEFAULTS = {
  which: "all", size: "m", see: "all", ink: "full", edge: "trim", q: "", shown: "both", find: "",
  marks: "on", backs: "long-edge", gutters: "share", paper: "a4", printer: "",
};

function viewAddress() {
  const form = $("#view");
  const query = new URLSearchParams(new FormData(form));
  for (const name of new Set(query.keys())) query.set(name, query.getAll(name).at(-1));   // a tick after its hidden “off”
  for (const [name, value] of Object.entries(DEFAULTS)) if (query.get(name) === value) query.delete(name);
  if ($("select[name=language]")?.selectedIndex === 0) query.delete("language");
  return form.getAttribute("action") + (query.size ? `?${query}` : "");
}

let typing;
document.addEventListener("submit", event => {
  if (event.target.id === "view") { event.preventDefault(); refresh(viewAddress()); }
});
document.addEventListener("input", event => {
  const control = event.target;
  if (control.form?.id !== "view") return;
  if (!control.matches("[data-goes]")) { history.replaceState(null, "", viewAddress()); return; }
  clearTimeout(typing);
  typing = setTimeout(() => refresh(viewAddress()), control.type === "search" ? 180 : 0);
});

// --- real size --------------------------------------------------------------------------------------

/** Sets how much larger a millimetre of this screen is than the browser takes it for. */
function scaleScreen(times) {
  const scale = Math.min(2, Math.max(0.5, Number(localStorage.getItem("screen") || 1) * times));
  localStorage.setItem("screen", String(scale));
  document.documentElement.style.setProperty("--screen", String(scale));
}
const LARGER = 1.01;
if (localStorage.getItem("screen")) scaleScreen(1);

document.addEventListener("click", event => {
  const way = event.target.closest("[data-screen]")?.dataset.screen;
  if (way) scaleScreen(way > 0 ? LARGER : 1 / LARGER);
  if (event.target.closest("[aria-disabled=true]")) event.preventDefault();
});
$("#bank").addEventListener("close", () => { if (!localStorage.getItem("screen")) scaleScreen(1); });
document.addEventListener("change", event => {
  if (event.target.matches("#z-real") && event.target.checked && !localStorage.getItem("screen")) $("#bank").showModal();
});

// --- keys -------------------------------------------------------------------------------------------

/** Presses a control; links in an SVG have no `click` of their own. */
export function press(selector) {
  const control = $(selector);
  control?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  return Boolean(control);
}
const toggle = (on, off) => press($(on)?.checked ? off : on);

function focusNext(selector, way) {
  const all = $$(selector).filter(one => one.checkVisibility());
  const here = all.findIndex(one => one.contains(document.activeElement));
  const next = all[here < 0 ? (way > 0 ? 0 : all.length - 1) : (here + way + all.length) % all.length];
  (next?.matches("a, button, [tabindex]") ? next : $("a, button", next ?? document))?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return Boolean(next);
}

function resize(way) {
  if ($("#z-real")?.checked) { scaleScreen(way > 0 ? LARGER : 1 / LARGER); return true; }
  const sizes = ["#z-s", "#z-m", "#z-l"];
  const now = sizes.findIndex(one => $(one)?.checked);
  return press(sizes[Math.min(2, Math.max(0, now + way))]);
}

function nextLanguage() {
  const choice = $("select[name=language]");
  if (!choice) return false;
  choice.selectedIndex = (choice.selectedIndex + 1) % choice.length;
  choice.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

/** Old over new, while the key is held. */
function flip() {
  if ($("#h-over")?.checked === false) press("#h-over");
  document.body.classList.add("flipped");
  return true;
}
for (const type of ["keyup", "blur"]) addEventListener(type, () => document.body.classList.remove("flipped"));

const LANDMARKS = ".face > a, .pair-card h3 a, .way a, .sheet";
const KEYS = {
  Escape: () => press("[data-up]"),
  "/": () => { $("input[type=search]")?.focus(); return true; },
  j: () => press("[data-after]") || focusNext(LANDMARKS, 1),
  k: () => press("[data-before]") || focusNext(LANDMARKS, -1),
  n: () => focusNext("[data-finding]", 1),
  N: () => focusNext("[data-finding]", -1),
  e: () => press("[data-finding] :focus") || press(".written a:focus") || press("[data-editor]") || press("[data-place]"),
  g: () => toggle("#see-grey", "#see-all"),
  l: () => toggle("#ink-low", "#ink-full"),
  1: () => $("#z-m") ? toggle("#z-real", "#z-m") : press("#z-real"),
  "+": () => resize(1),
  "-": () => resize(-1),
  o: flip,
  r: () => press("#rings"),
  f: () => toggle("#shown-fronts", "#shown-both"),
  x: () => toggle("#shown-light", "#shown-both"),
  w: () => press("[data-make]"),
  v: nextLanguage,
  s: () => { send("/seen"); return true; },
  p: () => press("[data-build]:not([aria-disabled])"),
  "?": () => { $("#keys").showModal(); return true; },
};

/** Keys of the page of one face, which come first. */
export const faceKeys = {};

const letters = $("#letters");
letters.checked = localStorage.getItem("letters") !== "off";
letters.addEventListener("change", () => localStorage.setItem("letters", letters.checked ? "on" : "off"));

export const isTextField = one => one.matches("input:not([type=radio], [type=checkbox]), select, textarea");

document.addEventListener("keydown", event => {
  const { key, target } = event;
  if (key === "Escape" && isTextField(target)) { target.blur(); return; }
  if (isTextField(target) || event.ctrlKey || event.metaKey || (event.altKey && !key.startsWith("Arrow")) || $("dialog[open]")) return;
  if (!letters.checked && key.length === 1 && key !== "/" && key !== "?") return;
  // Enter follows a link and presses a button by itself.
  if (key === "Enter" && !target.closest("#plate, .layers [aria-current]") && target.closest("a, button, summary, label")) return;
  const act = ($("#plate") && faceKeys[key]) || KEYS[key];
  if (act?.(event)) event.preventDefault();
});
