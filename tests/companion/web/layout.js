// Finds layout faults of pages. `findFaults(pages)` shows each page in frames of several sizes and returns rows
// [page, width, height, letters, fault]. A page is { head, html, windows: [[width, height, letters], …] }; `letters` is
// the reader's text size in per cent. Frames stay; a page changes only what differs from the page before.

const KEYS = 'a[href]:not(.skip), button, summary, input:not([type=hidden]), select, textarea';
const LOW_KEYS = 'p, .leaflet, dt, dd, label, th, li > span'; // links in text may be lower than a thumb
const DRAWN = '.die, .who, .qty, .name, .dyes, .tv__seat, .tv__act, .tv__foot, .beats li, .city, h1, .tv__house, .tv__who > *, .place--still, .purse td, .purse th, .holds li, .tag';
const CLOSED = 'details:not([open]) > :not(summary), details:not([open]) > :not(summary) *';
const UNREAD = 'script, style, template, option, textarea, code, .line, .vh, .skip, .host, .address';
const STYLE = '<style>.thumb { bottom: auto !important; }</style>'; // the bar scrolls with the page while it is measured

const frames = new Map();

async function frameOf(head, width, height, letters) {
  const key = [width, height, letters, head].join();
  if (!frames.has(key)) {
    const frame = document.createElement('iframe');
    frame.style.cssText = `position: absolute; border: 0; visibility: hidden; width: ${width}px; height: ${height}px`;
    frame.srcdoc = `<!doctype html><html style="font-size: ${letters}%"><head>${head}${STYLE}</head><body></body></html>`;
    await new Promise((loaded) => { frame.onload = loaded; document.body.append(frame); });
    frames.set(key, frame);
  }
  return frames.get(key);
}

// Nodes of the new page that are equal to those in the same place of the old one.
function equalNodes(old, now, equal = new Set()) {
  let same = old.nodeName === now.nodeName && old.nodeValue === now.nodeValue && old.childNodes.length === now.childNodes.length;
  if (same && now.attributes) same = old.cloneNode(false).isEqualNode(now.cloneNode(false));
  for (let a = old.firstChild, b = now.firstChild; a && b; a = a.nextSibling, b = b.nextSibling) {
    equalNodes(a, b, equal);
    same &&= equal.has(b);
  }
  if (same) equal.add(now);
  return equal;
}

function update(old, now, equal) {
  if (equal.has(now)) return;
  if (old.nodeName !== now.nodeName) { old.replaceWith(now.cloneNode(true)); return; }
  if (old.nodeType === Node.TEXT_NODE) { old.data = now.data; return; }
  if (old.nodeType !== Node.ELEMENT_NODE) return;
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  let a = old.firstChild;
  for (let b = now.firstChild; b; b = b.nextSibling) {
    const next = a?.nextSibling;
    if (a) update(a, b, equal);
    else old.append(b.cloneNode(true));
    a = next;
  }
  while (a) { const next = a.nextSibling; a.remove(); a = next; }
}

// What of a page is measured, by the numbers of its elements in the order of the document.
class Outline {
  constructor(page) {
    const elements = [...page.body.querySelectorAll('*')], numbers = new Map(elements.map((e, i) => [e, i]));
    this.parents = elements.map((e) => numbers.get(e.parentElement) ?? -1);
    this.last = elements.map((e, i) => i);
    for (let i = elements.length - 1; i >= 0; i--) if (this.parents[i] >= 0) this.last[this.parents[i]] = Math.max(this.last[this.parents[i]], this.last[i]);
    const closed = new Set(page.body.querySelectorAll(CLOSED));
    const select = (selector) => [...page.body.querySelectorAll(selector)].filter((e) => !closed.has(e)).map((e) => numbers.get(e));
    this.keys = select(KEYS);
    this.big = page.body.matches('.tv, .big');
    this.drawn = this.big ? select(DRAWN) : [];
    this.drawings = select('svg text');
    this.texts = [];
    const walk = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walk.nextNode());)
      if (/\S/.test(node.data) && !closed.has(node.parentElement) && !node.parentElement.closest(UNREAD + ', svg'))
        this.texts.push([numbers.get(node.parentElement) ?? -1, [...node.parentNode.childNodes].indexOf(node)]);
  }

  contains(one, other) { return one <= other && other <= this.last[one]; }
}

const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1.5
  && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1.5;
const name = (e) => `<${e.localName} ${e.id ? '#' + e.id : '.' + e.className}> ${(e.ariaLabel || e.textContent).trim().replace(/\s+/g, ' ').slice(0, 40)}`;
const rectangle = ({ left, right, top, bottom }) => ({ left, right, top, bottom, width: right - left, height: bottom - top });

// A page in its window.
class Layout {
  constructor(page, outline) {
    this.page = page;
    this.window = page.defaultView;
    this.width = this.window.innerWidth;
    this.height = this.window.innerHeight;
    this.outline = outline;
    this.elements = page.body.querySelectorAll('*');
    this.boxes = [];
    this.styles = [];
    this.faults = new Set();
  }

  box(i) { return (this.boxes[i] ??= rectangle(this.elements[i].getBoundingClientRect())); }

  style(i) {
    if (!this.styles[i]) {
      const { display, overflow } = this.window.getComputedStyle(this.elements[i]);
      this.styles[i] = { display, scrolls: /auto|scroll/.test(overflow), hides: /hidden|clip/.test(overflow) && overflow };
    }
    return this.styles[i];
  }

  rendered(i) { return this.box(i).width > 1 && this.box(i).height > 1; }

  name(i) { return name(i < 0 ? this.page.body : this.elements[i]); }

  find() {
    this.measurePage();
    this.measureKeys();
    this.measureScreen();
    this.measureDrawings();
    for (const [parent, child] of this.outline.texts) this.measureText(parent, child);
    return this.faults;
  }

  // The page is as wide as its window, and the bar leaves room for the page.
  measurePage() {
    const { page } = this, width = page.scrollingElement.scrollWidth, bar = page.querySelector('.thumb');
    if (width !== this.width) {
      const out = [...this.elements].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > this.width + 1);
      this.faults.add(`${width} wide: ${out.slice(0, 2).map(name).join(' and ')}`);
    }
    if (bar && bar.offsetHeight > this.height / 2 && this.window.getComputedStyle(bar).position === 'sticky')
      this.faults.add(`the bar is ${bar.offsetHeight} high of ${this.height}`);
  }

  // No key overlaps another or leaves its panel, and each is high enough for a thumb.
  measureKeys() {
    const { outline, elements } = this, keys = outline.keys.filter((i) => this.rendered(i));
    keys.forEach((key, at) => {
      const box = this.box(key);
      for (let i = at + 1; i < keys.length; i++)
        if (over(box, this.box(keys[i])) && !outline.contains(key, keys[i]) && !this.labels(key, keys[i]))
          this.faults.add(`${this.name(key)} overlaps ${this.name(keys[i])}`);
      for (let around = outline.parents[key]; around >= 0; around = outline.parents[around]) {
        const edge = this.box(around), { display, scrolls } = this.style(around);
        if (scrolls) break;
        if (display === 'contents' || display === 'inline' || !edge.height) continue;
        if (box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1.5 || box.bottom > edge.bottom + 1.5) {
          this.faults.add(`${this.name(key)} leaves ${this.name(around)}`);
          break;
        }
      }
      if (!outline.big && box.height < 43.5 && !elements[key].closest(LOW_KEYS) && !elements[key].querySelector('img'))
        this.faults.add(`${this.name(key)} is ${Math.round(box.height)} high`);
    });
  }

  labels(key, other) { return [...(this.elements[key].labels ?? [])].some((label) => label.contains(this.elements[other])); }

  // On a big screen nothing lies over anything else.
  measureScreen() {
    const { outline } = this, parts = outline.drawn.filter((i) => this.rendered(i));
    parts.forEach((part, at) => {
      const box = this.box(part);
      for (let i = at + 1; i < parts.length; i++)
        if (over(box, this.box(parts[i])) && !outline.contains(part, parts[i])) this.faults.add(`${this.name(part)} lies over ${this.name(parts[i])}`);
      if (this.width > 1000 && (box.right > this.width + 1 || box.bottom > this.height + 1)) this.faults.add(`${this.name(part)} leaves the screen`);
    });
  }

  // No word in a drawing is cut. Letters' boxes are higher than the letters.
  measureDrawings() {
    for (const i of this.outline.drawings) {
      const text = this.elements[i], drawing = text.ownerSVGElement, edge = drawing.getBoundingClientRect(), box = this.box(i);
      if (this.window.getComputedStyle(drawing).overflow === 'visible') continue;
      if (box.width && edge.width && (box.left < edge.left - 1.5 || box.right > edge.right + 1.5 || box.top < edge.top - box.height / 5 || box.bottom > edge.bottom + box.height / 5))
        this.faults.add(`cut: “${text.textContent}” in a drawing`);
    }
  }

  // No word is cut or broken.
  measureText(parent, child) {
    const { outline, page } = this, node = (parent < 0 ? page.body : this.elements[parent]).childNodes[child];
    const range = (this.range ??= page.createRange());
    range.selectNodeContents(node);
    const lines = Array.from(range.getClientRects(), rectangle).filter((line) => line.width > 1);
    if (!lines.length || (parent >= 0 && !this.rendered(parent))) return;
    const words = `“${node.data.trim().slice(0, 40)}”`;
    let slack; // letters' boxes are higher than their line
    const above = () => (slack ??= Math.max(3, 0.25 * parseFloat(this.window.getComputedStyle(node.parentElement).fontSize)));
    let block, key;
    for (let around = parent; around >= 0; around = outline.parents[around]) {
      const { display, hides } = this.style(around);
      if (display !== 'inline') block ??= around;
      if (/^(a|button|summary|label)$/.test(this.elements[around].localName)) key ??= around;
      if (!hides) continue;
      const edge = this.box(around);
      if (edge.width <= 1 || edge.height <= 1) break; // for screen readers
      const [x, y = x] = hides.split(' ').map((way) => /hidden|clip/.test(way));
      const whole = (line) => (!x || (line.left > edge.left - 1.5 && line.right < edge.right + 1.5))
        && (!y || (line.top > edge.top - above() && line.bottom < edge.bottom + above()));
      const gone = (line) => line.right <= edge.left + 1 || line.left >= edge.right - 1 || line.top >= edge.bottom - 1;
      if (!lines.every(whole) && !lines.every(gone)) {
        this.faults.add(`cut: ${words} in ${this.name(around)}`);
        break;
      }
    }
    if (key !== undefined && this.style(key).display !== 'inline') {
      const box = this.box(key);
      if (lines.some((line) => line.right > box.right + 2 || line.left < box.left - 2
        || (line.bottom > box.bottom + 3 && line.bottom > box.bottom + above()) || (line.top < box.top - 3 && line.top < box.top - above())))
        this.faults.add(`${words} leaves ${this.name(key)}`);
    }
    if (block !== undefined) {
      const edge = this.box(block);
      if (edge.width > 1 && lines.some((line) => line.right > edge.right + 2 || line.left < edge.left - 2)) this.faults.add(`${words} leaves ${this.name(block)}`);
    }
    if (lines.length > 1) for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}’'.,:]{2,}/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set([...range.getClientRects()].filter((line) => line.width > 1).map((line) => Math.round(line.top)));
      if (tops.size > 1) this.faults.add(`broken: “${word}” in ${this.name(block ?? -1)}`);
    }
  }
}

const parser = new DOMParser();
globalThis.findFaults = async (pages) => {
  const rows = [];
  for (const [number, { head, html, windows }] of pages.entries()) {
    const now = parser.parseFromString(html, 'text/html'), outline = new Outline(now), equal = new Map();
    for (const [width, height, letters] of windows) {
      const frame = await frameOf(head, width, height, letters), page = frame.contentDocument, before = frame.shown;
      if (!equal.has(before)) equal.set(before, before ? equalNodes(before.body, now.body) : new Set());
      update(page.body, now.body, equal.get(before));
      frame.shown = now;
      if (page.documentElement.lang !== now.documentElement.lang) page.documentElement.lang = now.documentElement.lang;
      page.body.getBoundingClientRect();
      if (page.fonts.status === 'loading') await page.fonts.ready;
      for (const fault of new Layout(page, outline).find()) rows.push([number, width, height, letters, fault]);
    }
  }
  return rows;
};
