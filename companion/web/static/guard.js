// A page that changes by itself does nothing to a thumb that is on its way, and takes no answer away before it is read.

const AWHILE = 600; // milliseconds in which a tap still means what stood there before
const READ = 6000; // milliseconds that the answer to a tap stays, whatever is new
let turned = -AWHILE;
let tapped = -READ;
let before = [];
let kept = null;

// What a key does, and in the bar of the main keys what it says as well: undo is always another step's.
function meaning(key) {
  const says = key.closest("#thumb") ? key.textContent : "";
  return [key.value || key.href, key.getAttribute("aria-disabled"), says].join();
}

function answer(says) {
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  note.textContent = says;
  document.getElementById("answer")?.replaceChildren(note);
}

addEventListener("turning", ({ detail }) => {
  const now = performance.now();
  kept = now - tapped < READ ? document.getElementById("note") : null;
  if (!detail.moved) return;
  before = [...document.querySelectorAll(".key")].map((key) => [key.getBoundingClientRect(), meaning(key)]);
  turned = now;
});

addEventListener("turned", () => {
  const place = document.getElementById("answer");
  if (kept && place && !place.firstElementChild) place.append(kept);
  kept = null;
});

// What stands there since is what the thumb itself asked for.
addEventListener("answered", () => { turned = -AWHILE; });

addEventListener("submit", () => { tapped = performance.now(); }, true);

// A finger alone: who presses a key on a keyboard has it in focus.
addEventListener("click", (event) => {
  const key = event.target.closest?.(".key");
  if (!key || !event.detail || performance.now() - turned > AWHILE) return;
  const { clientX: x, clientY: y } = event; // keys of the bar, which come last, lie over those of the page
  const was = before.findLast(([box]) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  if (was && was[1] === meaning(key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  answer(document.body.dataset.turned);
}, true);
