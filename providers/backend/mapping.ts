import type { Backend } from './translate.ts'

/**
 * What a firm's own back-end calls things, where that is not what the declarations call them; docs/back-end.md, "With your own
 * back-end". With nothing here it is spoken to in the words of the specification.
 */
export const backend: Backend = {}
