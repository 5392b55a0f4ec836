// Keeps a page that says when there is no link, with its style. The server puts before it what is kept (KEPT), and a name
// for that which changes with any of it (MADE). Tables are never kept: their pages always come from the server.

addEventListener("install", (event) => {
  event.waitUntil(caches.open(MADE).then((cache) => cache.addAll(KEPT)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => Promise.all(names.filter((name) => name !== MADE).map((name) => caches.delete(name))));
  event.waitUntil(Promise.all([others, registration.navigationPreload?.enable(), clients.claim()]));
});

async function answer({ request, preloadResponse }) {
  if (request.mode !== "navigate") return (await caches.match(request)) || fetch(request);
  try {
    return (await preloadResponse) || (await fetch(request));
  } catch {
    return caches.match("/offline");
  }
}

addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const page = event.request.mode === "navigate";
  if (event.request.method !== "GET" || origin !== location.origin || !(page || KEPT.includes(pathname) || pathname.startsWith("/static/"))) return;
  event.respondWith(answer(event));
});
