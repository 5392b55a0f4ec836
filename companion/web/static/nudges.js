// What its player has ticked on this phone, and only that: a vibration or a soft bell when it is their turn or a question
// is theirs, and a screen that stays on. It is kept on the phone alone.

const KEPT = "nudges";
const LOUD = 0.2; // of what the phone can
const LONG = 0.2; // seconds of the bell
const PITCH = 660; // hertz
const can = {
  vibrate: Boolean(navigator.vibrate),
  bell: "AudioContext" in window,
  awake: Boolean(navigator.wakeLock),
};
const ticked = new Set(JSON.parse(localStorage.getItem(KEPT) || "[]"));
let sound = null;
let lock = null;
let calls = heard();

function heard() {
  return new Set((document.body.dataset.calls || "").split(" ").filter(Boolean));
}

// Browsers let a page sound once it was tapped: the tick makes it ready, later the first tap on a page.
function ready() {
  if (!ticked.has("bell") || !can.bell) return;
  sound = sound || new AudioContext();
  if (sound.state === "suspended") sound.resume();
}

function ring() {
  if (sound?.state !== "running") return;
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  const now = sound.currentTime;
  tone.frequency.value = PITCH;
  volume.gain.setValueAtTime(LOUD, now);
  volume.gain.exponentialRampToValueAtTime(LOUD / 100, now + LONG);
  tone.connect(volume).connect(sound.destination);
  tone.start(now);
  tone.stop(now + LONG);
}

async function light() {
  if (!can.awake) return;
  if (!ticked.has("awake")) {
    await lock?.release();
    lock = null;
  } else if (!document.hidden && (!lock || lock.released)) {
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  }
}

function show() {
  const panel = document.getElementById("nudges");
  if (!panel) return;
  for (const box of panel.querySelectorAll("[data-nudge]")) {
    box.checked = ticked.has(box.dataset.nudge);
    box.parentElement.hidden = !can[box.dataset.nudge];
  }
  const plain = document.getElementById("no-lock");
  if (plain) plain.hidden = isSecureContext;
  panel.hidden = !Object.values(can).some(Boolean) && isSecureContext;
}

addEventListener("change", (event) => {
  const name = event.target.dataset?.nudge;
  if (!name) return;
  if (event.target.checked) ticked.add(name);
  else ticked.delete(name);
  localStorage.setItem(KEPT, JSON.stringify([...ticked]));
  ready();
  light();
  if (event.target.checked && name === "bell") sound.resume().then(ring);
  if (event.target.checked && name === "vibrate") navigator.vibrate(100);
});

document.addEventListener("page", (event) => {
  const before = calls;
  calls = heard();
  show();
  if (!event.detail.news || document.hidden || ![...calls].some((one) => !before.has(one))) return;
  if (ticked.has("vibrate") && can.vibrate) navigator.vibrate(200);
  if (ticked.has("bell")) ring();
});

addEventListener("pointerdown", ready);
document.addEventListener("visibilitychange", light);
show();
light();
