// The service worker of the static demo. It leads an address within the application, for which a static host has no file, to
// the document, and leaves everything else to the worker of msw.

const scope = new URL(self.registration.scope).pathname

self.addEventListener('fetch', event => {
  const { request } = event
  if (request.mode !== 'navigate') return
  // A document is never answered by a page, which may be the one that is being left.
  event.stopImmediatePropagation()
  const url = new URL(request.url)
  const path = url.pathname.slice(scope.length)
  if (request.destination !== 'document' || path === '' || path.includes('.')) return
  event.respondWith(Response.redirect(`${scope}?at=${encodeURIComponent(`/${path}${url.search}`)}`))
})

// Otherwise msw would remove the worker with the last page, and a reloaded page would be asked of the host.
self.addEventListener('message', event => {
  if (event.data === 'CLIENT_CLOSE') event.stopImmediatePropagation()
})

importScripts('mockServiceWorker.js')
