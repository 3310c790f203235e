/** A path that the server wrote into the document; undefined where the standard path applies. */
export const pathInDocument = (name: 'base-path' | 'api-path'): string | undefined =>
  // The check of a firm's own back-end runs without a document.
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
