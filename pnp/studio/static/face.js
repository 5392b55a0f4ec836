// One face: boxes are selected, moved and sized with the mouse or the arrow keys, cells are edited. Each edit is written
// into the file at once.

import { $, $$, post, refresh, sameField, say, send, showFault } from "./page.js";
import { faceKeys, isTextField, press } from "./studio.js";

const SNAP = 0.8;   // mm
const SAFE = 2.6;   // mm inside the trim
const LEAST = 0.1;   // mm of a side
const round = value => Math.round(value * 100) / 100;

const plate = () => $("#plate");
/** The face whose layers are shown, in its own mm: that of the piece, or one inside it. */
const ground = () => $("#ground");
const selected = () => $("#plate a[aria-current]");
const isStale = () => plate().hasAttribute("data-stale");
const boxesOf = link => $$("rect", link).map(rect => {
  const [x, y, w, h] = ["x", "y", "width", "height"].map(name => Number(rect.getAttribute(name)));
  return { x, y, w, h };
});

// --- selection --------------------------------------------------------------------------------------

/** The page of the selected draw, once it has come. */
let pending = Promise.resolve();
let byPointer = false;

/** Selects a link of the face or of the list of layers. On the face it is marked before its page has come. */
function select(link) {
  const written = endNudge();
  const here = $(`#plate a[data-draw="${link.dataset.draw}"]`);
  if (here && here !== selected()) {
    selected()?.removeAttribute("aria-current");
    here.setAttribute("aria-current", "true");
    for (const rect of $$("#plate a[data-draw] rect")) rect.setAttribute("class", here.contains(rect) ? "o-sel" : "o-box");
    byPointer = true;
    here.focus({ preventScroll: true });
    byPointer = false;
  }
  pending = written.then(() => refresh(link.getAttribute("href")));
}

function deselect() {
  const address = new URL(location.href);
  if (!address.searchParams.has("draw")) return false;
  address.searchParams.delete("draw");
  refresh(address.href);
  return true;
}

/** The boxes at a point of the screen, the topmost first. */
const boxesAt = (x, y) => [...new Set(document.elementsFromPoint(x, y).map(one => one.closest("#plate a[data-draw]")).filter(Boolean))];

function selectBeneath(x, y) {
  const links = boxesAt(x, y);
  const next = links[links.indexOf(selected()) + 1] ?? links[0];
  if (next && next !== selected()) select(next);
}

function selectAround(way) {
  const link = selected();
  if (!link) return false;
  const { left, top, width, height } = $("rect", link).getBoundingClientRect();
  const links = boxesAt(left + width / 2, top + height / 2);
  const next = links[(links.indexOf(link) + way + links.length) % links.length];
  if (next) select(next);
  return true;
}

document.addEventListener("click", event => {
  const link = event.target.closest("a[data-draw]");
  if (!link || (!link.closest("#plate") && (event.ctrlKey || event.metaKey))) return;
  event.preventDefault();   // on the face, the pointer has selected already
  if (link.closest(".layers") || (event.detail === 0 && link !== selected())) select(link);
  else if (isStale()) selectBeneath(event.clientX, event.clientY);
});

document.addEventListener("focusin", event => {
  const link = event.target.closest?.("#plate a[data-draw]");
  if (link && !byPointer && link !== selected() && link.matches(":focus-visible")) select(link);
});

// --- grips, snap lines, numbers ---------------------------------------------------------------------

/** So many pixels of the screen in mm of the face. */
function pixels(count) {
  const matrix = ground().getScreenCTM();
  return matrix ? count / Math.hypot(matrix.a, matrix.b) : count / 4;
}

function addMark(name, attributes) {
  const mark = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) mark.setAttribute(key, value);
  $("#marks").append(mark);
  return mark;
}

function drawMarks(lines = []) {
  $("#marks")?.replaceChildren();
  const link = selected();
  if (!link || !$("#boxes").checked) return;
  const [box] = boxesOf(link);
  const size = pixels(7);
  const [x, y, w, h] = [...link.dataset.free].map(Number);
  for (const right of [0, .5, 1]) for (const down of [0, .5, 1]) {
    const fixed = (right !== .5 && !w) || (down !== .5 && !h) || (right === 0 && !x) || (down === 0 && !y);
    if (fixed || (right === .5 && down === .5) || isStale() || Number(link.dataset.turn) % 360) continue;
    const grip = addMark("rect", { class: "o-grip", x: box.x + right * box.w - size / 2, y: box.y + down * box.h - size / 2, width: size, height: size });
    Object.assign(grip.dataset, { right, down });
  }
  const { width, height, bleed } = ground().dataset;
  for (const { at, across } of lines)
    addMark("path", { class: "o-snap", d: across ? `M${-bleed} ${at}H${Number(width) + Number(bleed)}` : `M${at} ${-bleed}V${Number(height) + Number(bleed)}` });
  if (drag || nudge)
    addMark("text", { class: "o-tagtext", x: box.x + .6, y: box.y + box.h + pixels(16), "font-size": pixels(13) })
      .textContent = `${round(box.x)}, ${round(box.y)} · ${round(box.w)} × ${round(box.h)}`;
}

/** The nearest stop that an edge may snap to: trim, safe line, edges and middles of other boxes. */
function snap(edges, across) {
  const length = Number(across ? ground().dataset.height : ground().dataset.width);
  const stops = [0, length, length / 2, SAFE, length - SAFE];
  for (const other of $$("a[data-draw]", plate())) if (other !== selected()) {
    const [box] = boxesOf(other);
    const [start, size] = across ? [box.y, box.h] : [box.x, box.w];
    stops.push(start, start + size / 2, start + size);
  }
  const ways = stops.flatMap(at => edges.map(edge => ({ at, across, by: at - edge })));
  const near = ways.filter(one => Math.abs(one.by) <= Math.min(SNAP, pixels(12)));
  return near.sort((a, b) => Math.abs(a.by) - Math.abs(b.by))[0];
}

// --- moving and sizing ------------------------------------------------------------------------------

const UNCHANGED = { x: 0, y: 0, w: 0, h: 0 };
let drag = null;
let nudge = null;

/** Shows the selected boxes moved and sized by a change; nothing is written. */
function preview(start, change) {
  $$("rect", selected()).forEach((rect, n) => {
    rect.setAttribute("x", round(start[n].x + change.x));
    rect.setAttribute("y", round(start[n].y + change.y));
    rect.setAttribute("width", round(Math.max(LEAST, start[n].w + change.w)));
    rect.setAttribute("height", round(Math.max(LEAST, start[n].h + change.h)));
  });
}

/** Writes a change of the selected box in relative lengths, so that of two changes none is lost. */
async function writeChange(change) {
  await pending;
  const form = $("#numbers");
  if (!form) return;
  const values = new FormData(form);
  for (const side of ["x", "y", "w", "h"]) {
    const by = round(change[side]);
    if (values.has(side)) values.set(side, by ? `${by > 0 ? "+" : ""}${by}` : "");
  }
  await send("/box", values);
  drawMarks();
}

function pointOnFace(x, y) {
  return new DOMPoint(x, y).matrixTransform(ground().getScreenCTM().inverse());
}

/** The change that a drag means, and the lines it snapped to. */
function changeOf(event) {
  const [from, to] = [pointOnFace(...drag.from), pointOnFace(event.clientX, event.clientY)];
  let [dx, dy] = [to.x - from.x, to.y - from.y];
  const { right, down, free, start: [box] } = drag;
  const lines = [];
  if (!event.ctrlKey && $("#snap").checked) {
    const edges = (part, start, size) => part === undefined ? [start, start + size / 2, start + size] : part === .5 ? [] : [start + part * size];
    const [x, y] = [snap(edges(right, box.x, box.w).map(one => one + dx), false), snap(edges(down, box.y, box.h).map(one => one + dy), true)];
    if (x) { dx += x.by; lines.push(x); }
    if (y) { dy += y.by; lines.push(y); }
  }
  const change = { ...UNCHANGED };
  if (right === undefined) [change.x, change.y] = [free[0] === "1" ? dx : 0, free[1] === "1" ? dy : 0];
  if (right === 0) { change.x = Math.min(dx, box.w - LEAST); change.w = -change.x; }
  if (right === 1) change.w = Math.max(dx, LEAST - box.w);
  if (down === 0) { change.y = Math.min(dy, box.h - LEAST); change.h = -change.y; }
  if (down === 1) change.h = Math.max(dy, LEAST - box.h);
  return { change, lines };
}

document.addEventListener("pointerdown", event => {
  const grip = event.target.closest?.(".o-grip");
  if (event.button !== 0 || !(grip || event.target.closest?.("#plate a[data-draw]")) || isStale()) return;
  event.preventDefault();
  const links = boxesAt(event.clientX, event.clientY);
  const link = grip || links.includes(selected()) ? selected() : links[0];
  const [right, down] = grip ? [Number(grip.dataset.right), Number(grip.dataset.down)] : [];
  drag = { link, right, down, free: link.dataset.free, from: [event.clientX, event.clientY], change: null };
  plate().setPointerCapture(event.pointerId);
});

document.addEventListener("pointermove", event => {
  if (!drag || (!drag.change && Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) < 3)) return;
  if (!drag.change && drag.link !== selected()) select(drag.link);
  drag.start ??= boxesOf(selected());
  const { change, lines } = changeOf(event);
  drag.change = change;
  preview(drag.start, change);
  drawMarks(lines);
});

document.addEventListener("pointerup", event => {
  if (!drag) return;
  const { change } = drag;
  drag = null;
  if (change) writeChange(change);
  else selectBeneath(event.clientX, event.clientY);
});

document.addEventListener("pointercancel", () => {
  if (drag?.start) preview(drag.start, UNCHANGED);
  drag = null;
});
document.addEventListener("dragstart", event => { if (event.target.closest("#plate")) event.preventDefault(); });

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Arrows move by 0.1 mm, with Shift by 1 mm; with Alt they size. A run of them is one edit. */
function moveByKey(event) {
  const link = selected();
  if (!link || isStale()) return false;
  const [dx, dy] = ARROWS[event.key].map(way => way * (event.shiftKey ? 1 : .1));
  nudge ??= { start: boxesOf(link), change: { ...UNCHANGED } };
  const [across, along, free] = event.altKey ? ["w", "h", link.dataset.free.slice(2)] : ["x", "y", link.dataset.free];
  if (free[0] === "1") nudge.change[across] += dx;
  if (free[1] === "1") nudge.change[along] += dy;
  preview(nudge.start, nudge.change);
  drawMarks();
  clearTimeout(nudge.timer);
  nudge.timer = setTimeout(endNudge, 350);
  return true;
}

async function endNudge() {
  if (!nudge) return;
  const { change, timer } = nudge;
  clearTimeout(timer);
  nudge = null;
  await writeChange(change);
}
addEventListener("pagehide", endNudge);
document.addEventListener("click", async event => {   // a link is followed once the edit is written
  const link = event.target.closest?.("a[href]:not([data-draw])");
  if (!nudge || !link) return;
  event.preventDefault();
  await endNudge();
  location.assign(link.href);
}, true);

Object.assign(faceKeys, {
  b: () => press("[data-side]:not([aria-current])"),
  d: () => { $("#cells [data-was]")?.focus(); return true; },
  Delete: () => press("[data-draws] [value=delete]"),
  "[": () => selectAround(-1),
  "]": () => selectAround(1),
  ArrowLeft: moveByKey, ArrowRight: moveByKey, ArrowUp: moveByKey, ArrowDown: moveByKey,
  Enter: event => event.target.matches("body, #work, #plate *, .bench, .layers [aria-current]") && press("[data-opens]"),
  Escape: () => deselect() || press("[data-out]") || press("[data-up]"),
});

document.addEventListener("keydown", async event => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || !plate() || isTextField(event.target)) return;
  event.preventDefault();
  await endNudge();
  await writing;
  send(event.shiftKey ? "/redo" : "/undo");
});

// --- fields -----------------------------------------------------------------------------------------

/** Fields are written one after the other, in the order in which they were left. */
let writing = Promise.resolve();

document.addEventListener("change", event => {
  const field = event.target;
  if (field.matches("#boxes")) { plate().classList.toggle("plain", !field.checked); drawMarks(); }
  if (field.matches("select[data-was]")) leaveField(field);
});
document.addEventListener("focusout", event => { if (event.target.matches("input[data-was]")) leaveField(event.target); });

function leaveField(field) {
  if (field.closest("[data-replaced]")) return;   // a refresh takes it away, and puts its like there
  if (field.value === field.dataset.was) showFault(field, "");
  else writing = writing.then(() => writeField(field));
}

/** Writes a field with what its form hides, and without the other fields. */
async function writeField(field) {
  const { form, name, value } = field;
  const values = new FormData(form);
  for (const other of $$("[data-was]", form)) if (other !== field) values.delete(other.name);
  for (const shown of [...values.keys()].filter(one => one.startsWith("was:"))) values.delete(shown);   // the file counts
  values.set(name, value);
  const answer = await post(form.getAttribute("action"), values);
  const fault = answer.ok ? "" : await answer.text();
  const now = sameField(document, field) ?? field;   // the page may have been refreshed meanwhile
  if (answer.ok) now.dataset.was = value;
  showFault(now, fault);
  await refresh();
  if (fault) say(fault);
}

document.addEventListener("submit", event => {
  const form = event.target;
  if (form.matches("[data-fields]")) { event.preventDefault(); document.activeElement.blur(); }
  if (!form.matches("[data-draws]")) return;
  event.preventDefault();
  const values = new FormData(form, event.submitter);
  writing = writing.then(async () => {
    const answer = await post("/draws", values);
    const text = await answer.text();
    const address = new URL(location.href);
    if (answer.ok) address.searchParams.set("draw", text);
    await refresh(address.href);
    if (!answer.ok) say(text);
  });
});
document.addEventListener("refreshed", () => { plate()?.classList.toggle("plain", !$("#boxes").checked); drawMarks(); });
addEventListener("resize", () => drawMarks());
drawMarks();
