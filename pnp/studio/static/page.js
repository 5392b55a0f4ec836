// Keeps a page in step with the files: after a save the parts that changed are replaced, the page is not loaded again.

export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

let calls = 0;
let newest = Promise.resolve();

/** Replaces what changed on this page, or on this page with another query. Of several calls the newest counts for all. */
export function refresh(address = location.href) {
  history.replaceState(history.state, "", address);
  newest = load(++calls);
  return newest;
}

async function load(number) {
  let answer;
  try {
    answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  } catch {
    showEnd();
    return;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (number !== calls) return newest;
  const names = root => $$("[data-part]", root).map(part => part.dataset.part).join();
  if (names(fresh) !== names(document)) { location.reload(); return; }
  for (const part of $$("[data-part]", fresh)) replace($(`[data-part="${part.dataset.part}"]`), part);
  for (const name of ["state", "token"]) document.body.dataset[name] = fresh.body.dataset[name];
  const look = $("#look", fresh).getAttribute("href");
  if ($("#look").getAttribute("href") !== look) $("#look").href = look;
  document.title = fresh.title;
  $("#words").dataset.time = $("#words", fresh).dataset.time;
  document.dispatchEvent(new CustomEvent("refreshed"));
}

/** Puts a new part in the place of the old one; scroll position, focus and switches outside of forms stay. */
function replace(old, part) {
  if (old.outerHTML === part.outerHTML) return;
  const focused = document.activeElement;
  const path = old.contains(focused) ? pathTo(focused, old) : null;
  const selection = path && focused.matches("input") ? [focused.selectionStart, focused.selectionEnd] : [null];
  const switches = root => $$("input", root).filter(one => !one.form);
  const before = switches(old);
  switches(part).forEach((one, n) => { if (before[n]) [one.checked, one.value] = [before[n].checked, before[n].value]; });
  $$("details", part).forEach((one, n) => { one.open = one.open || Boolean($$("details", old)[n]?.open); });
  keepFaces(old, part);
  keepTyped(old, part);
  const top = old.scrollTop;
  old.dataset.replaced = "";
  old.replaceWith(document.adoptNode(part));
  part.scrollTop = top;
  const again = path?.reduce((element, n) => element?.children[n], part);
  again?.focus({ preventScroll: true });
  if (again?.matches("input") && selection[0] !== null) again.setSelectionRange(...selection);
}

/** The way from an element to one inside it, as numbers of children. */
function pathTo(element, root) {
  const path = [];
  for (; element !== root; element = element.parentElement) path.unshift([...element.parentElement.children].indexOf(element));
  return path;
}

/** Faces of the gallery that look the same keep their elements, so that their pictures need not be decoded again. */
function keepFaces(old, part) {
  const known = new Map($$("figure[data-face]", old).map(face => [face.dataset.face, face]));
  for (const face of $$("figure[data-face]", part)) {
    const same = known.get(face.dataset.face);
    if (same?.outerHTML === face.outerHTML) face.replaceWith(same);
  }
}

/** The field of the same name in the form of the same draw or row. */
export function sameField(root, field) {
  const own = field.form.elements;
  return $$(`#${field.form.id} [data-was]`, root).find(one => {
    const { draw, file, key } = one.form.elements;
    return one.name === field.name && draw?.value === own.draw?.value && file?.value === own.file?.value && key?.value === own.key?.value;
  });
}

/** Keeps what is being typed or was refused. If the file has another value meanwhile, it cannot be written over it. */
function keepTyped(old, part) {
  for (const field of $$("[data-fields] [data-was]", old)) {
    const fresh = field.value === field.dataset.was ? null : sameField(part, field);
    if (!fresh || fresh.dataset.was === field.value) continue;
    if (fresh.dataset.was !== field.dataset.was) {
      fresh.form.elements.version.value = field.form.elements.version.value;
      fresh.dataset.was = field.dataset.was;
    }
    fresh.value = field.value;
    showFault(fresh, field.dataset.fault ?? "");
  }
}

/** Shows beside a field why it was not written, or takes that away. */
export function showFault(field, fault) {
  field.dataset.fault = fault;
  const holder = field.closest("label, td");
  $(".field-fault", holder)?.remove();
  field.removeAttribute("aria-invalid");
  if (!fault) return;
  field.setAttribute("aria-invalid", "true");
  const line = document.createElement("small");
  Object.assign(line, { className: "field-fault", textContent: fault });
  line.setAttribute("role", "alert");
  holder.append(line);
}

const stream = new EventSource("/events");   // of the numbers of states
stream.addEventListener("message", event => {
  const ended = document.body.classList.contains("ended");
  document.body.classList.remove("ended");
  if (ended || event.data !== document.body.dataset.state) refresh();
});
stream.addEventListener("error", showEnd);

/** `pnp watch` has ended: the page stays, and says so. */
function showEnd() {
  const words = $("#words").dataset;
  if (!document.body.classList.contains("ended")) say(words.ended.replace("{time}", words.time));
  document.body.classList.add("ended");
}

/** Shows why something was not done in the status line, until the next save. */
export function say(text) {
  const now = $(".status__now");
  if (!now) return;
  now.classList.add("status__now--fault");
  $("use", now).setAttribute("href", "#i-error");
  $("span", now).textContent = text;
}

export function post(address, values = {}) {
  const headers = { "X-Token": document.body.dataset.token };
  return fetch(address, { method: "POST", body: new URLSearchParams(values), headers, keepalive: true });
}

/** Posts a form, refreshes the page, and shows why nothing was done, if so. */
export async function send(address, values) {
  const answer = await post(address, values);
  await refresh();
  if (!answer.ok) say(await answer.text());
}

document.addEventListener("submit", event => {
  const form = event.target;
  if (!form.matches("[data-quiet]")) return;
  event.preventDefault();
  const values = new FormData(form, event.submitter);
  for (const field of form.elements) if (field.matches("input")) field.defaultValue = field.value;   // it is sent, not being typed
  send(form.action, values);
});
