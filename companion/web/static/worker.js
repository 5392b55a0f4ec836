// Keeps what never changes under its address, and a page that says when there is no link. The server puts before it
// what it keeps from the beginning (KEPT), and a name for it that changes with any of that (MADE). What a table is, is
// never kept: pages always come from the server.

addEventListener("install", (event) => {
  event.waitUntil(caches.open(MADE).then((cache) => cache.addAll(KEPT)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => Promise.all(names.filter((name) => name !== MADE).map((name) => caches.delete(name))));
  event.waitUntil(Promise.all([others, registration.navigationPreload?.enable(), clients.claim()]));
});

async function page(event) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch {
    return caches.match("/offline");
  }
}

async function file(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && /immutable/.test(answer.headers.get("Cache-Control"))) {
    const cache = await caches.open(MADE);
    cache.put(request, answer.clone());
  }
  return answer;
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (/^\/(static|sprite)\//.test(pathname)) event.respondWith(file(request));
});
