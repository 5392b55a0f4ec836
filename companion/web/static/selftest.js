// “Test this Wi-Fi”: fills in what only a script can find out.

const FAST = 300; // milliseconds; slower than this is felt at each tap

function tell(id, good, values = {}) {
  const row = document.getElementById(`test-${id}`);
  const says = (good ? row.dataset.yes : row.dataset.no).replace(/\{(\w+)\}/g, (_, name) => values[name]);
  row.querySelector("[role=status]").textContent = says;
  row.querySelector(".test__word").textContent = good ? row.dataset.wordYes : row.dataset.wordNo;
  const mark = row.querySelector(".test__mark");
  mark.textContent = good ? "✓" : "–";
  mark.classList.toggle("test__mark--good", good);
}

async function speed() {
  const times = [];
  for (let n = 0; n < 7; n += 1) {
    const begin = performance.now();
    await (await fetch("/selftest/echo", { cache: "no-store" })).text();
    times.push(performance.now() - begin);
  }
  const middle = Math.round(times.sort((a, b) => a - b)[3]);
  tell("speed", middle < FAST, { ms: middle });
}

function stream() {
  const source = new EventSource("/selftest/stream");
  const late = setTimeout(() => done(false), 5000);
  const done = (good) => {
    clearTimeout(late);
    source.close();
    tell("stream", good);
  };
  source.addEventListener("message", () => done(true));
  source.addEventListener("error", () => done(false));
}

tell("script", true);
tell("awake", isSecureContext && "wakeLock" in navigator);
stream();
speed().catch(() => {});
