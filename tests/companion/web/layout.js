// What is wrong with the layout of a page: a list of sentences, empty if all is right. `letters`: how large text is.
(letters) => {
  const found = [], root = document.documentElement, bar = document.querySelector('.thumb');
  const big = document.body.matches('.tv, .big');
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && getComputedStyle(e).clipPath === 'none';
  const name = (e) => `<${e.localName} ${e.id ? '#' + e.id : '.' + e.className}> ${(e.ariaLabel || e.textContent).trim().replace(/\s+/g, ' ').slice(0, 40)}`;

  // The page is as wide as its window.
  if (document.scrollingElement.scrollWidth !== innerWidth) {
    const out = [...document.querySelectorAll('body *')].filter((e) => shown(e) && e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('svg svg'));
    found.push(`${document.scrollingElement.scrollWidth} wide: ${out.slice(0, 2).map(name).join(' and ')}`);
  }

  // A bar that stays in view leaves room for the page.
  if (bar && getComputedStyle(bar).position === 'sticky' && bar.offsetHeight > innerHeight / 2)
    found.push(`the bar is ${bar.offsetHeight} high of ${innerHeight}`);

  // No key lies over another or leaves what it stands in, and each is for a thumb. A bar that stays in view scrolls with
  // the page while that is measured.
  if (bar) bar.style.position = 'static';
  const keys = [...document.querySelectorAll('a[href], button, summary, input:not([type=hidden]), select, textarea')]
    .filter((e) => shown(e) && !e.closest('.skip')).map((key) => [key, key.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height);
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1.5
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1.5;
  keys.forEach(([key, box], i) => {
    keys.slice(i + 1).forEach(([other, its]) => {
      if (over(box, its) && !key.contains(other) && !other.contains(key) && !(key.labels && [...key.labels].some((l) => l.contains(other))))
        found.push(`${name(key)} overlaps ${name(other)}`);
    });
    for (let around = key.parentElement; around && around.localName !== 'body'; around = around.parentElement) {
      const style = getComputedStyle(around), edge = around.getBoundingClientRect();
      if (style.display === 'contents' || style.display === 'inline' || !edge.height) continue;
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
      if (box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1.5 || box.bottom > edge.bottom + 1.5) {
        found.push(`${name(key)} leaves ${name(around)}`);
        break;
      }
    }
    if (!big && box.height < 43.5 && !key.closest('p, .leaflet, dt, dd, label, th, li > span') && !key.querySelector('img'))
      found.push(`${name(key)} is ${Math.round(box.height)} high`);
  });

  // On a big screen nothing that is drawn lies over anything else.
  if (big) {
    const parts = [...document.querySelectorAll('.die, .who, .qty, .name, .dyes, .tv__seat, .tv__act, .tv__foot, .beats li, .city, h1, .tv__house, .tv__who > *, .place--still, .purse td, .purse th, .holds li, .tag')]
      .filter(shown).map((e) => [e, e.getBoundingClientRect()]);
    parts.forEach(([part, box], i) => {
      parts.slice(i + 1).forEach(([other, its]) => {
        if (over(box, its) && !part.contains(other) && !other.contains(part)) found.push(`${name(part)} lies over ${name(other)}`);
      });
      if (innerWidth > 1000 && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1)) found.push(`${name(part)} leaves the screen`);
    });
  }

  // No word is cut or broken.
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const around = node.parentElement;
    if (!node.data.trim() || around.closest('svg, script, style, option, textarea, code, .line, .vh, .skip, .host, .address') || !shown(around)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((line) => line.width > 1);
    if (!lines.length) continue;
    const above = Math.max(3, 0.25 * parseFloat(getComputedStyle(around).fontSize)); // letters' boxes are higher than their line
    for (let clip = around; clip && clip.localName !== 'body'; clip = clip.parentElement) {
      const style = getComputedStyle(clip), edge = clip.getBoundingClientRect();
      if (edge.width <= 1 || edge.height <= 1) break; // for screen readers
      const [x, y] = [style.overflowX, style.overflowY].map((way) => way === 'hidden' || way === 'clip');
      if (!x && !y) continue;
      const whole = (line) => (!x || (line.left > edge.left - 1.5 && line.right < edge.right + 1.5))
        && (!y || (line.top > edge.top - above && line.bottom < edge.bottom + above));
      const gone = (line) => line.right <= edge.left + 1 || line.left >= edge.right - 1 || line.top >= edge.bottom - 1;
      if (!lines.every(whole) && !lines.every(gone)) {
        found.push(`cut: “${node.data.trim().slice(0, 40)}” in ${name(clip)}`);
        break;
      }
    }
    const key = around.closest('a, button, summary, label'), its = key?.getBoundingClientRect();
    if (key && getComputedStyle(key).display !== 'inline' && lines.some((line) => line.right > its.right + 2 || line.left < its.left - 2 || line.bottom > its.bottom + above || line.top < its.top - above))
      found.push(`“${node.data.trim().slice(0, 40)}” leaves ${name(key)}`);
    let block = around;
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
    const edge = block.getBoundingClientRect();
    if (edge.width > 1 && lines.some((line) => line.right > edge.right + 2 || line.left < edge.left - 2))
      found.push(`“${node.data.trim().slice(0, 40)}” leaves ${name(block)}`);
    if (lines.length > 1) for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}’'.,:]{2,}/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set([...range.getClientRects()].filter((line) => line.width > 1).map((line) => Math.round(line.top)));
      if (tops.size > 1) found.push(`broken: “${word}” in ${name(block)}`);
    }
  }
  if (bar) bar.style.position = '';
  return [...new Set(found)];
}
