// The camera's picture in the page, where a page may have one (https): it says what to do better, and takes itself after
// a rest, or by a key. Where there is none to be had, the page stays as it is, with keys that open the phone's camera.

const TURN = 150; // milliseconds between two looks
const REST = 700; // of good looks, after which the picture takes itself
const SMALL = 192; // pixels of the longer side, for light, rest and size
const PATCH = 320; // pixels of the middle as they are, for sharpness
const ROWS = 10; // of fields that are looked at one by one, and columns
const DARK = 60; // how bright white must be, of 255
const MOVING = 0.35; // by how many small pixels the picture may move between two looks
const SHARP = 0.24; // of the change over six pixels, how much there is over one; a blurred edge has a sixth
const FILLED = 0.3; // of the fields, how many have things in them

const lens = document.getElementById("lens");
const video = lens.querySelector("video");
const canvas = document.createElement("canvas");
const pen = canvas.getContext("2d", { willReadFrequently: true });
const all = (selector) => document.querySelectorAll(selector);
let stream = null;
let looking = 0;
let before = null;
let good = 0; // when it began to be good
let said = "";
let thought = "";

// A part of the picture, drawn so large, in grey.
function grey(left, top, width, height, wide, high) {
  canvas.width = wide;
  canvas.height = high;
  pen.drawImage(video, left, top, width, height, 0, 0, wide, high);
  const { data } = pen.getImageData(0, 0, wide, high);
  return Float32Array.from({ length: wide * high }, (_, i) => 0.3 * data[4 * i] + 0.6 * data[4 * i + 1] + 0.1 * data[4 * i + 2]);
}

const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const share = (numbers, part) => numbers.slice().sort((a, b) => a - b)[Math.floor(part * (numbers.length - 1))];

// How much pixels so far apart differ, across and down.
function changes(picture, wide, apart) {
  const found = new Float32Array(picture.length);
  for (let i = 0; i + apart * (wide + 1) < picture.length; i++) {
    if (i % wide + apart < wide) found[i] = Math.abs(picture[i + apart] - picture[i]) + Math.abs(picture[i + apart * wide] - picture[i]);
  }
  return found;
}

function filled(change, wide, high) {
  const fields = new Float32Array(ROWS * ROWS);
  change.forEach((one, i) => { fields[Math.floor(Math.floor(i / wide) * ROWS / high) * ROWS + Math.floor(i % wide * ROWS / wide)] += one; });
  const busy = 0.4 * share(fields, 0.9);
  return fields.filter((one) => one > busy).length / fields.length;
}

// What there is to say of the picture as it is now.
function judged() {
  const { videoWidth: width, videoHeight: height } = video;
  const scale = SMALL / Math.max(width, height);
  const wide = Math.round(width * scale);
  const high = Math.round(height * scale);
  const now = grey(0, 0, width, height, wide, high);
  const change = changes(now, wide, 1);
  const moved = before && before.length === now.length ? mean(now.map((one, i) => Math.abs(one - before[i]))) / (mean(change) || 1) : 1;
  before = now;
  if (share(now, 0.95) < DARK) return "dark";
  if (moved > MOVING) return "moving";
  const side = Math.min(PATCH, width, height);
  const patch = grey((width - side) / 2, (height - side) / 2, side, side, side, side);
  if (mean(changes(patch, side, 1)) < SHARP * mean(changes(patch, side, 6))) return "blurred";
  return filled(change, wide, high) < FILLED ? "closer" : "good";
}

function say(what) {
  said = what;
  for (const one of lens.querySelectorAll("[data-say]")) one.hidden = one.dataset.say !== what;
}

function look() {
  if (video.readyState >= 2 && !document.hidden) {
    const now = judged();
    if (now !== "good") good = 0;
    else if (!good) good = Date.now();
    if (now === thought && now !== said) say(now); // one look alone may err
    thought = now;
    if (good && Date.now() - good >= REST && !("byKey" in lens.dataset)) return take();
  }
  looking = setTimeout(look, TURN);
}

async function take() {
  clearTimeout(looking);
  video.pause();
  say("reading");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  pen.drawImage(video, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
  const held = new DataTransfer();
  held.items.add(new File([blob], "photo.jpg", { type: blob.type }));
  const input = document.querySelector("[capture]");
  input.files = held.files;
  input.dispatchEvent(new Event("change", { bubbles: true })); // it goes the way of every photograph
}

const torch = () => stream.getVideoTracks()[0];

// The page as it is with the picture in it; news of the table draws it as it was sent.
function show() {
  if (!lens.isConnected) return end();
  for (const one of all("[data-live]")) one.hidden = !stream;
  for (const one of all("[data-still]")) one.hidden = Boolean(stream);
  for (const one of all("[data-torch]")) one.hidden = !stream || !torch().getCapabilities?.().torch;
  say(said);
}

function end() {
  clearTimeout(looking);
  for (const track of stream ? stream.getTracks() : []) track.stop();
  stream = null;
}

async function begin() {
  if (!navigator.mediaDevices) return; // plain http
  try {
    const back = { facingMode: "environment", width: { ideal: 2560 }, height: { ideal: 1920 } };
    stream = await navigator.mediaDevices.getUserMedia({ video: back });
    video.srcObject = stream;
    await video.play();
  } catch {
    return end(); // no camera, or not for this page
  }
  show();
  look();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-take]")) take();
  const light = event.target.closest("[data-torch]");
  if (!light) return;
  const on = light.getAttribute("aria-pressed") !== "true";
  light.setAttribute("aria-pressed", String(on));
  torch().applyConstraints({ advanced: [{ torch: on }] });
});
document.addEventListener("swapped", () => { if (stream) show(); });
addEventListener("pagehide", end);
addEventListener("pageshow", (event) => { if (event.persisted) begin(); });
begin();
