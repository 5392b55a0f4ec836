// Beats that end by themselves: those that only tell something, and all of them where somebody lets them play.
// A page asks for it on its keys: data-next on the one that ends the beat, data-alone (seconds) if it shall go by itself,
// data-wait on the one that stops it, data-play on the one that sets a pace, data-replay on the link that shows it again.

let pace = 0; // seconds a beat; 0: beats are not played
let beat = ""; // the beat that the timer is for
let timer = 0;
let stopped = ""; // the beat that somebody wants to look at

const find = (name) => document.querySelector(`[data-${name}]`);

function plan() {
  const next = find("next");
  const play = find("play");
  const wait = find("wait");
  if (play) {
    play.hidden = false;
    if (pace) play.textContent = play.dataset.stop.replace("{n}", pace);
  }
  const now = next ? next.dataset.next : "";
  const seconds = pace || (now !== stopped && Number(next?.dataset.alone)) || 0;
  if (wait) wait.hidden = !seconds || Boolean(pace);
  if (now === beat && timer) return;
  clearTimeout(timer);
  timer = 0;
  beat = now;
  if (next && seconds) timer = setTimeout(() => end(now), seconds * 1000);
}

function end(planned) {
  timer = 0;
  const next = find("next");
  if (next?.dataset.next === planned && !document.hidden && !document.body.dataset.busy) next.click();
}

function again() {
  clearTimeout(timer);
  timer = 0;
  beat = "";
}

addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-play], [data-wait], [data-replay]");
  if (key?.dataset.play) {
    const paces = key.dataset.play.split(" ").map(Number);
    const label = key.dataset.label || key.textContent;
    pace = paces[paces.indexOf(pace) + 1] || 0;
    key.dataset.label = label;
    if (!pace) key.textContent = label;
    again();
    plan();
  } else if (key && "wait" in key.dataset) {
    stopped = beat;
    again();
    plan();
  } else if (event.isTrusted && pace) {
    pace = 0;
    again();
    plan();
  }
  if (key && "replay" in key.dataset && document.querySelector(`[data-beat="${key.href.split("/").pop()}"]`)) {
    // It is this beat: what moves on it moves once more.
    event.preventDefault();
    for (const motion of document.getAnimations()) {
      motion.cancel();
      motion.play();
    }
  }
}, true);
document.addEventListener("swapped", plan);
plan();
