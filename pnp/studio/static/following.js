// How pages follow the files, and one another: what is new is put in the place of what was, so that the page is never
// loaded anew, and nothing that is pressed meanwhile is lost.

export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

// --- the page follows the files ---------------------------------------------------------------------

/** Puts what is new in the place of what was, piece by piece, so that scrolling, focus and pictures stay; what is typed
    stays as well, unless it was just `sent`. */
function renew(fresh, sent) {
  for (const part of $$("[data-part]", fresh)) {
    const here = $(`[data-part="${part.dataset.part}"]`);
    if (!here) continue;
    if (!sent && typed(here)) cells(here, part);
    else if (part.dataset.part === "shelves") shelves(here, part);
    else if (here.outerHTML !== part.outerHTML) replaced(here, part);
  }
  framed(fresh);
}

/** What stands round the parts of a page. */
function framed(fresh) {
  for (const name of ["proof", "token"]) document.body.dataset[name] = fresh.body.dataset[name];
  const look = $("#look", fresh)?.getAttribute("href");
  if (look && $("#look").getAttribute("href") !== look) $("#look").href = look;
  document.title = fresh.title;
  $("#words").dataset.time = $("#words", fresh)?.dataset.time ?? "";
  document.dispatchEvent(new CustomEvent("renewed"));
}

/** Whether somebody is just typing into a field of it, or what was typed was refused, and stands there to be mended. */
const typed = part => {
  if ($("[data-sent], [data-was][aria-invalid], .page [role=alert]", part)) return true;
  const field = document.activeElement;
  return Boolean(field?.matches("input") && part.contains(field) && field.value !== field.defaultValue);
};

/** Brings the cells that nobody touched, where others of their row stay as they were typed. Those are written next to what
    is new, unless one of them became another in the file: nothing is written over that. */
function cells(here, part) {
  const fresh = name => $(`[name="${CSS.escape(name)}"]`, part);
  const [touched, others] = [true, false].map(is => $$("[data-was]", here).filter(one => (one.value !== one.dataset.was) === is));
  if (touched.some(one => fresh(one.name)?.dataset.was !== one.dataset.was)) return;
  for (const one of others) one.value = one.defaultValue = one.dataset.was = fresh(one.name)?.value ?? one.value;
  const form = $("#cells", here);
  if (form) form.elements.version.value = fresh("version")?.value ?? "";
}

function replaced(here, part) {
  const open = $$("details[open]", here).length > 0;
  const field = document.activeElement;
  const focus = here.contains(field) ? path(field, here) : null;
  const chosen = focus && field.matches("input") ? [field.selectionStart, field.selectionEnd] : [null];
  const top = here.scrollTop;
  const was = loose(here);
  loose(part).forEach((one, number) => { if (was[number]) { one.checked = was[number].checked; one.value = was[number].value; } });
  here.replaceWith(document.adoptNode(part));
  if (open) $$("details", part).forEach(one => { one.open = true; });
  part.scrollTop = top;
  if (!focus) return;
  const now = at(part, focus);
  now?.focus({ preventScroll: true });
  if (now?.matches("input") && chosen[0] !== null) now.setSelectionRange(...chosen);
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
/** Where to the reader is on the way, and how that stands in the history: "push" as a page of its own, "replace" in the
    place of this one, "back" as one that was there before. */
let way = null;
/** What was pressed on the way, for where it leads to. */
const held = [];
/** Which page stands here; the address may be ahead of it. */
let stands = location.pathname + location.search;

let last;
/** Brings what the server now says: of this page, or of another `address`. It is done as soon as what was asked for last
    has come. */
export function follow(address = "", kept = "push") {
  return last = brought(address, kept);
}

async function brought(address, kept) {
  const number = ++asked;
  if (address) {
    document.dispatchEvent(new CustomEvent("leaving"));
    way = { address: new URL(address, location.href).href, kept };
  }
  const answer = await fetched(way?.address ?? location.href);
  if (number !== asked) return last;
  const came = way;
  way = null;
  if (answer) exchanged(answer, came);
  for (const act of held.splice(0)) after(act);
}

/** Sends a form that leads to a page: the one it answers with, or this one with what is wrong. */
async function posted(address, body) {
  const answer = await fetched(address, body);
  if (!answer) return;
  asked++;   // what else was on its way is of before
  last = null;
  exchanged(answer, answer.redirected ? { address: answer.url, kept: "push" } : null, true);
  $("[role=alert]")?.scrollIntoView({ block: "nearest" });
}

/** Whether the reader is on the way to another page, or another choice on this one. */
export const going = () => way !== null;

/** Whether something that was pressed waits for that. */
export const holds = () => held.length > 0;

/** Does something, as soon as what is on its way has come. */
export function after(act) {
  if (way) held.push(act);
  else act();
}

/** Puts an address in the place of this page's, which already is as that says. */
export function restate(address) {
  history.replaceState(history.state, "", address);
  stands = location.pathname + location.search;
}

/** What the server says to an address; nothing, if it is gone. */
async function fetched(address, body) {
  try {
    const headers = { Accept: "text/html" };
    const answer = await fetch(address, body ? { method: "POST", body, headers } : { headers });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { fresh, url: answer.url, redirected: answer.redirected };
  } catch {
    ended();
    return null;
  }
}

/** Puts a page in the place of the one that stands here: part by part, if it is that page itself. */
function exchanged({ fresh }, came, sent = false) {
  const there = $(".app", fresh);
  const [was, is] = [stands.split("?")[0], came ? new URL(came.address).pathname : location.pathname];
  if (!there) { location.assign(came?.address ?? location.href); return; }
  if (came?.kept === "push" && came.address !== location.href) {
    history.replaceState({ top: $(".scroll")?.scrollTop, page: scrollY }, "");
    history.pushState(null, "", came.address);
  } else if (came?.kept === "replace") history.replaceState(history.state, "", came.address);
  stands = location.pathname + location.search;
  const parts = root => $$("[data-part]", root).map(part => part.dataset.part).join();
  const here = $(".app");
  const alike = parts(here) === parts(there);
  if (alike && was === is) { renew(fresh, sent); return; }
  const focus = here.contains(document.activeElement) && alike ? path(document.activeElement, here) : null;
  for (const one of loose(there)) { const old = document.getElementById(one.id); if (old) one.checked = old.checked; }
  here.replaceWith(document.adoptNode(there));
  framed(fresh);
  if (was !== is) begun(there, focus, came?.kept === "back" ? "" : was);
}

/** Where a reader is on a page that has come: at what led to the page `from`, or where it was left, or at its top. */
function begun(app, focus, from) {
  const left = from && $$(".work a[href]", app).find(link => link.pathname === from);
  const last = focus && at(app, focus);
  (last ?? (left || $("#work"))).focus({ preventScroll: true });
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  else if (left && !last) left.scrollIntoView({ block: "center" });
  else {
    $(".scroll", app)?.scrollTo(0, history.state?.top ?? 0);
    scrollTo(0, history.state?.page ?? 0);
  }
  $("#said").textContent = document.title;
}

addEventListener("popstate", () => { if (location.pathname + location.search !== stands) follow(location.href, "back"); });

/** The pages of ours; all else are files. */
const pages = address => /^\/(face\/.+|leaflet\/.+|sheets|changes|printer|ways|at|built)?$/.test(address.pathname);

document.addEventListener("click", event => {
  const link = event.target.closest?.("a[href]");
  if (!link || link.matches("[data-draw], [target], [download]") || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const address = new URL(link.getAttribute("href"), location.href);
  const here = address.pathname + address.search === location.pathname + location.search;
  if (address.origin !== location.origin || !pages(address) || (here && address.hash)) return;
  event.preventDefault();
  follow(address.href);
});

const stream = new EventSource("/events");
const number_of = told => String(JSON.parse(told.data).proof);
for (const event of ["proof", "findings", "built"]) stream.addEventListener(event, () => follow());
stream.addEventListener("here", told => {
  const away = document.body.classList.contains("ended");
  document.body.classList.remove("ended");
  if (away || number_of(told) !== document.body.dataset.proof) follow();
});
stream.addEventListener("error", ended);

/** `pnp watch` has ended: the page stays, and says so. */
function ended() {
  const words = $("#words");
  if (!document.body.classList.contains("ended")) say(words.dataset.ended.replace("{time}", words.dataset.time));
  document.body.classList.add("ended");
}

/** Sends a form of ours in the background, or pairs of names and values. */
export async function send(address, values = {}) {
  const body = new URLSearchParams(values);
  return fetch(address, { method: "POST", body, headers: { "X-Token": document.body.dataset.token } });
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
  if (form.method !== "post") return;
  event.preventDefault();
  const values = new FormData(form, event.submitter);
  for (const field of form.elements) if (field.matches("input")) field.defaultValue = field.value;   // typed no longer, but sent
  if (form.matches("[data-quiet]")) send(form.action, values).then(told);
  else posted(form.action, values);
});
