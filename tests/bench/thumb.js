// A thumb in the page of the site, which plays though no tool looks on: keys that lead to a move, as `thumbs.py` presses
// them, each as soon as the page stands. The title says how many taps those are, and when they are as
// many as are asked for, or the game is over.
([table, most, usable, moving, aside]) => {
  const LOOK = 5; // milliseconds
  const THINKS = 200; // milliseconds between two looks at a page without keys
  const PAGE = 600; // milliseconds in which a page comes, if it comes
  const MOST = 12; // keys after which a thumb that has done nothing begins anew
  const BEGINS = 3000; // milliseconds in which the tools leave
  const path = new URL(table).pathname;
  const quick = new WeakSet();
  let chance = 11;
  let [acts, idle, taps] = [0, 0, 0];
  let over = false;
  const random = () => (chance = (chance * 48271) % 2147483647) / 2147483647;
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

  function found(doc) {
    return [...doc.querySelectorAll(usable)].filter((key) => key.checkVisibility()).map((key) => {
      const command = (key.name === "do" && key.value) || key.form?.elements.do?.value;
      const goes = new URL(key.href || key.getAttribute("formaction") || key.form?.getAttribute("action") || "", doc.location).pathname;
      const [name] = goes.slice(path.length).replace(/^\//, "").split("/");
      return { key, does: command ? JSON.parse(command).do : "", leads: goes.startsWith(path) && !aside.includes(name) };
    });
  }

  function press(doc, key) {
    const shown = new Promise((done) => doc.addEventListener("page", done, { once: true }));
    key.click();
    taps += 1;
    return Promise.race([shown, wait(PAGE)]);
  }

  async function once() {
    const doc = frames[0].document;
    if (doc.readyState !== "complete" || doc.body.dataset.busy) return wait(LOOK);
    over = taps >= most || Boolean(doc.getElementById("result"));
    if (over) return null;
    // As QUICK in browsers.py: a page that has changed by itself takes this thumb's taps at once.
    if (!quick.has(doc)) frames[0].addEventListener("turning", (event) => event.stopImmediatePropagation(), true);
    quick.add(doc);
    const keys = found(doc);
    const aside = keys.find(({ key, does }) => (does === "lend" && key.matches("#thumb .key--go")) || does === "lay");
    if (aside) return press(doc, aside.key);
    const moves = keys.filter(({ does }) => moving.includes(does));
    const ways = keys.filter(({ does, leads }) => !does && leads);
    if (!moves.length && !ways.length) return wait(THINKS); // a bot thinks
    if ((idle += 1) > MOST) {
      idle = 0;
      frames[0].location = table;
      return wait(PAGE);
    }
    const any = moves.length && (!ways.length || random() < 0.7) ? moves : ways;
    const { key, does } = any[Math.floor(random() * any.length)];
    if (does) [acts, idle] = [acts + 1, 0];
    return press(doc, key);
  }

  setInterval(() => { document.title = `${over ? "ended" : "plays"}: ${acts} acts, ${taps} taps`; }, LOOK);
  wait(BEGINS).then(async () => {
    while (!over) await once().catch(() => wait(THINKS)); // the page has gone on by itself meanwhile
  });
}
