import type { EmotionCache } from '@emotion/cache'

/**
 * Puts MUI's styles into the cascade layer `mui`, below those of the product's own parts (vite.plugins.ts). It does what
 * `enableCssLayer` of MUI's StyledEngineProvider does, which creates a cache of its own.
 */
export const inMuiLayer = (cache: EmotionCache): EmotionCache => {
  const { insert } = cache
  cache.insert = (selector, serialized, ...rest) =>
    insert(selector, { ...serialized, styles: `@layer mui {${serialized.styles}}` }, ...rest)
  return cache
}
