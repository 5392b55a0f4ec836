// One face: boxes are selected, moved and sized with the mouse or the arrow keys; on letting go the file is written.

import { $, $$, after, follow, say, send, told } from "./following.js";
import { benchKeys, typedInto } from "./studio.js";

const SVG = "http://www.w3.org/2000/svg";
const NEAR = 0.8;   // mm within which an edge snaps
const SAFE = 2.6;   // mm inside the trim
const tidy = value => Math.round(value * 100) / 100;

const plate = () => $("#plate");
/** The face whose words are shown, in its own mm: that of the piece, or one within it. */
const ground = () => $("#ground");
const selected = () => $("#plate a[aria-current]");
const form = () => $("#numbers");
const stale = () => plate().hasAttribute("data-stale");

let pointing = false;

/** Of a link on the face, which is SVG, `href` is no text. */
function select(link) {
  focus(link);
  follow(link.getAttribute("href"), "replace");
}

/** From what the pointer took, Tab goes on. */
function focus(link) {
  pointing = true;
  link.focus({ preventScroll: true });
  pointing = false;
}

function letGo() {
  const address = new URL(location.href);
  if (!address.searchParams.has("draw")) return false;
  address.searchParams.delete("draw");
  follow(address.href, "replace");
  return true;
}

/** The boxes of a word as they are drawn: left, top, right, bottom. */
function edges(rect) {
  const [x, y, w, h] = ["x", "y", "width", "height"].map(name => Number(rect.getAttribute(name)));
  return { x, y, w, h };
}

// --- marks: grips, what was met, how far ------------------------------------------------------------

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const GRIPS = [[0, 0], [0, .5], [0, 1], [.5, 0], [.5, 1], [1, 0], [1, .5], [1, 1]];

function marked(lines = []) {
  const link = selected();
  $("#marks")?.replaceChildren();
  if (!link || !$("#boxes").checked) return;
  const marks = $("#marks");
  const box = edges($("rect", link));
  const size = pixels(7);
  if (!stale() && Number(link.dataset.turn) % 360 === 0)
    for (const [right, down] of GRIPS) {
      const free = link.dataset.free;
      if ((right !== .5 && free[2] !== "1") || (down !== .5 && free[3] !== "1")) continue;
      if ((right === 0 && free[0] !== "1") || (down === 0 && free[1] !== "1")) continue;
      const grip = element("rect", { class: "o-grip", x: box.x + right * box.w - size / 2, y: box.y + down * box.h - size / 2, width: size, height: size });
      grip.dataset.right = right; grip.dataset.down = down;
      marks.append(grip);
    }
  const { width, height, bleed } = ground().dataset;
  for (const line of lines)
    marks.append(element("path", { class: "o-snap", d: line.across ? `M${-bleed} ${line.at}H${Number(width) + Number(bleed)}` : `M${line.at} ${-bleed}V${Number(height) + Number(bleed)}` }));
  if (!lines.length && !drag) return;
  const tag = element("text", { class: "o-tagtext", x: box.x + .6, y: box.y + box.h + pixels(16), "font-size": pixels(13) });
  tag.textContent = `${tidy(box.x)}, ${tidy(box.y)} · ${tidy(box.w)} × ${tidy(box.h)}`;
  marks.append(tag);
}

/** So many pixels of the screen, in mm of the face. */
function pixels(count) {
  const matrix = ground().getScreenCTM();
  return matrix ? count / Math.hypot(matrix.a, matrix.b) : count / 4;
}

// --- snapping ---------------------------------------------------------------------------------------

/** What an edge may meet: trim, safe line, edges and middles of other boxes. */
function stops(across) {
  const link = selected();
  const length = Number(across ? ground().dataset.height : ground().dataset.width);
  const found = [{ at: 0 }, { at: length }, { at: length / 2 }, { at: SAFE }, { at: length - SAFE }];
  for (const other of $$("a[data-draw]", plate())) {
    if (other === link) continue;
    const box = edges($("rect", other));
    const [start, size] = across ? [box.y, box.h] : [box.x, box.w];
    found.push({ at: start, name: other }, { at: start + size / 2, name: other }, { at: start + size, name: other });
  }
  return found;
}

/** How much further an edge goes to meet something near, and what. */
function snap(positions, across) {
  let best = null;
  for (const stop of stops(across))
    for (const position of positions) {
      const way = stop.at - position;
      if (Math.abs(way) <= Math.min(NEAR, pixels(12)) && (!best || Math.abs(way) < Math.abs(best.way))) best = { way, at: stop.at, across };
    }
  return best;
}

// --- moving and sizing ------------------------------------------------------------------------------

let drag = null;

/** Shows the selected word as much further, larger as this; nothing is written. */
function shown(start, change) {
  $$("rect", selected()).forEach((rect, number) => {
    const box = start[number];
    rect.setAttribute("x", tidy(box.x + change.x));
    rect.setAttribute("y", tidy(box.y + change.y));
    rect.setAttribute("width", tidy(Math.max(.1, box.w + change.w)));
    rect.setAttribute("height", tidy(Math.max(.1, box.h + change.h)));
  });
}

const still = { x: 0, y: 0, w: 0, h: 0 };
const begun = () => $$("rect", selected()).map(edges);

/** The change that a drag means: of the whole box, or of the edges a grip holds. */
function meant(event) {
  const [from, at] = [point(drag.at), point(event)];   // as the page now lies: it may have moved below the pointer
  let [dx, dy] = [at.x - from.x, at.y - from.y];
  const { free, start: [box] } = drag;
  const lines = [];
  const { right, down } = drag;
  const held = event.ctrlKey || !$("#snap").checked;
  if (!held) {
    const across = right === undefined ? [box.x + dx, box.x + box.w / 2 + dx, box.x + box.w + dx] : right === 0 ? [box.x + dx] : right === 1 ? [box.x + box.w + dx] : [];
    const along = down === undefined ? [box.y + dy, box.y + box.h / 2 + dy, box.y + box.h + dy] : down === 0 ? [box.y + dy] : down === 1 ? [box.y + box.h + dy] : [];
    const [x, y] = [snap(across, false), snap(along, true)];
    if (x) { dx += x.way; lines.push(x); }
    if (y) { dy += y.way; lines.push(y); }
  }
  if (right === undefined) return { change: { ...still, x: free[0] === "1" ? dx : 0, y: free[1] === "1" ? dy : 0 }, lines };
  const change = { ...still };
  if (right === 0) { change.x = Math.min(dx, box.w - .1); change.w = -change.x; }
  if (right === 1) change.w = Math.max(dx, .1 - box.w);
  if (down === 0) { change.y = Math.min(dy, box.h - .1); change.h = -change.y; }
  if (down === 1) change.h = Math.max(dy, .1 - box.h);
  return { change, lines };
}

function point(event) {
  const matrix = ground().getScreenCTM().inverse();
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return { x: at.x, y: at.y };
}

async function write(change) {
  const numbers = form();
  if (!numbers) return;
  const values = new FormData(numbers);
  for (const side of ["x", "y", "w", "h"]) {
    if (!values.has(side)) continue;
    const now = numbers.elements[side].defaultValue;
    values.set(side, change[side] ? String(tidy(Number(now) + change[side])) : "");
  }
  const done = await told(await send("/box", values));
  if (!done) marked();
}

/** The boxes under the pointer, the topmost first. */
const under = event => [...new Set(document.elementsFromPoint(event.clientX, event.clientY).map(one => one.closest("#plate a[data-draw]")).filter(Boolean))];

document.addEventListener("pointerdown", event => {
  const grip = event.target.closest?.(".o-grip");
  if (event.button !== 0 || !(grip || event.target.closest?.("#plate a[data-draw]")) || stale()) return;
  event.preventDefault();
  const those = under(event);
  const link = grip || those.includes(selected()) ? selected() : those[0];
  focus(link);
  const { right, down } = grip?.dataset ?? {};
  drag = { at: { clientX: event.clientX, clientY: event.clientY }, draw: link.dataset.draw, free: link.dataset.free, moved: false, last: still,
    right: right === undefined ? undefined : Number(right), down: down === undefined ? undefined : Number(down) };
  plate().setPointerCapture(event.pointerId);
});

/** The box that is dragged is selected with the first step, though the page will say more of it later. */
function taken() {
  const link = $(`#plate a[data-draw="${drag.draw}"]`);
  if (link !== selected()) {
    selected()?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    for (const rect of $$("#plate a[data-draw] rect")) rect.setAttribute("class", link.contains(rect) ? "o-sel" : "o-box");
    select(link);
  }
  drag.start ??= begun();
}

document.addEventListener("pointermove", event => {
  if (!drag) return;
  const { clientX, clientY } = drag.at;
  if (!drag.moved && Math.hypot(event.clientX - clientX, event.clientY - clientY) < 3) return;
  taken();
  const { change, lines } = meant(event);
  drag.moved = true;
  drag.last = change;
  shown(drag.start, change);
  marked(lines);
  if ($("#snapped")) $("#snapped").textContent = "";
});

document.addEventListener("pointerup", event => {
  if (!drag) return;
  const { moved, last } = drag;
  drag = null;
  if (moved) after(() => write(last));
  else beneath(event);
});

document.addEventListener("pointercancel", () => { if (drag?.start) { shown(drag.start, still); marked(); } drag = null; });
document.addEventListener("dragstart", event => { if (event.target.closest("#plate")) event.preventDefault(); });

/** A click takes the topmost box, a further one that beneath it. */
function beneath(event) {
  const those = under(event);
  const next = those[those.indexOf(selected()) + 1] ?? those[0];
  if (next && next !== selected()) select(next);
}

document.addEventListener("click", event => {
  const link = event.target.closest("a[data-draw]");
  if (!link || !link.closest("#plate") && (event.ctrlKey || event.metaKey)) return;
  event.preventDefault();   // on the face the pointer has been told of already
  if (link.closest(".layers") || event.detail === 0 && link !== selected()) select(link);
  else if (stale()) beneath(event);
});

document.addEventListener("focusin", event => {
  const link = event.target.closest?.("#plate a[data-draw]");
  if (link && !pointing && link !== selected() && link.matches(":focus-visible")) select(link);
});

// --- keys -------------------------------------------------------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let nudge = null;

/** Arrows move a tenth of a millimetre, with Shift one; with Alt they size. A run of them is one step. */
function arrow(event) {
  const link = selected();
  if (!link || stale()) return false;
  const [right, down] = ARROWS[event.key].map(way => way * (event.shiftKey ? 1 : .1));
  nudge ??= { start: begun(), change: { ...still } };
  const [first, second, free] = event.altKey ? ["w", "h", link.dataset.free.slice(2)] : ["x", "y", link.dataset.free];
  if (free[0] === "1") nudge.change[first] += right;
  if (free[1] === "1") nudge.change[second] += down;
  shown(nudge.start, nudge.change);
  marked();
  clearTimeout(nudge.timer);
  nudge.timer = setTimeout(nudged, 350);
  return true;
}

/** A run of arrows has ended, by itself or because something else is looked at. */
function nudged() {
  if (!nudge) return;
  const { change, timer } = nudge;
  clearTimeout(timer);
  nudge = null;
  write(change);
}
document.addEventListener("leaving", nudged);

const go = selector => { const link = $(selector); link?.click(); return Boolean(link); };

function around(way) {
  const link = selected();
  if (!link) return false;
  const box = edges($("rect", link));
  const middle = { x: box.x + box.w / 2, y: box.y + box.h / 2 };
  const those = $$("a[data-draw]", plate()).filter(one => {
    const other = edges($("rect", one));
    return other.x <= middle.x && middle.x <= other.x + other.w && other.y <= middle.y && middle.y <= other.y + other.h;
  });
  const next = those[(those.indexOf(link) + way + those.length) % those.length];
  if (next) select(next);
  return true;
}

Object.assign(benchKeys, {
  b: () => go("[data-side]:not([aria-current])"),
  d: () => { $("#cells input[data-was]")?.focus(); return true; },
  e: () => go("[data-editor]") || go("[data-place]"),
  "[": () => around(-1),
  "]": () => around(1),
  ArrowLeft: arrow, ArrowRight: arrow, ArrowUp: arrow, ArrowDown: arrow,
  Enter: event => (event.target.matches("body, #work, #plate *, .bench, .layers [aria-current]")) && go("[data-opens]"),
  Escape: () => letGo() || go("[data-out]") || go("[data-up]"),
});

document.addEventListener("keydown", event => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || !$("#plate") || typedInto(event.target)) return;
  event.preventDefault();
  nudged();
  const way = event.shiftKey ? "/redo" : "/undo";
  after(() => send(way).then(told));
});

// --- cells ------------------------------------------------------------------------------------------

/** Cells are written one after the other: each must know of the file as the one before left it. */
let writing = Promise.resolve();

document.addEventListener("change", event => {
  const cell = event.target;
  if (cell.matches("#boxes")) { $("#plate").classList.toggle("plain", !cell.checked); marked(); return; }
  if (!cell.matches("#cells input[data-was]")) return;
  if (cell.value === cell.dataset.was) { refused(cell, ""); return; }
  cell.dataset.sent = "";
  writing = writing.then(() => written(cell));
});

async function written(cell) {
  const values = new FormData();
  for (const name of ["component", "key", "version"]) values.set(name, cell.form.elements[name].value);
  values.set(cell.name, cell.value);
  const answer = await send("/cell", values);
  delete cell.dataset.sent;
  if (answer.ok) cell.dataset.was = values.get(cell.name);
  const fault = answer.ok ? "" : await answer.text();
  refused(cell, fault);
  if (fault) say(fault);
  else await told(answer);
}

/** Says why a cell is not written; "" for one that is as the file has it. */
function refused(cell, fault) {
  cell.dataset.fault = fault;
  if (fault) cell.setAttribute("aria-invalid", "true");
  else cell.removeAttribute("aria-invalid");
  cell.setAttribute("aria-describedby", "cell-fault");
  const told = $("#cell-fault");
  if (told) told.textContent = $$("#cells [aria-invalid]").map(one => one.dataset.fault).join(" ");
}

document.addEventListener("submit", event => { if (event.target.id === "cells") { event.preventDefault(); document.activeElement.blur(); } });
document.addEventListener("renewed", () => { $("#plate")?.classList.toggle("plain", !$("#boxes").checked); marked(); });
addEventListener("resize", () => marked());
marked();
