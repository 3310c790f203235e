import type { Backend } from './translate.ts'

/**
 * The differences between a firm's own back-end and the declarations; see docs/back-end.md, "With your own back-end".
 * An empty mapping means the words of the specification.
 */
export const backend: Backend = {}
