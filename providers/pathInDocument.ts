/** A path that the server wrote into the document, which it does where it serves under other paths than the standard ones. */
export const pathInDocument = (name: 'base-path' | 'api-path'): string | undefined =>
  // The check of a firm's own back-end runs without a page.
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
