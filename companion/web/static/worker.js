// Keeps a page that says when there is no link, with its style. The server puts before it what is kept (KEPT), and a name
// for that which changes with any of it (MADE). Tables are never kept: their pages always come from the server.

addEventListener("install", (event) => {
  event.waitUntil(caches.open(MADE).then((cache) => cache.addAll(KEPT)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => Promise.all(names.filter((name) => name !== MADE).map((name) => caches.delete(name))));
  event.waitUntil(Promise.all([others, registration.navigationPreload?.enable(), clients.claim()]));
});

addEventListener("fetch", (event) => {
  const { request, preloadResponse } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    const page = Promise.resolve(preloadResponse).then((early) => early || fetch(request));
    event.respondWith(page.catch(() => caches.match("/offline")));
  } else if (KEPT.includes(pathname) || pathname.startsWith("/static/")) {
    event.respondWith(caches.match(request).then((kept) => kept || fetch(request)));
  }
});
