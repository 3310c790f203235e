import type { Extension } from './extension.ts'

/** The extensions that the product was started with. A build with `EXTENSIONS` replaces this file (`extend/load/sources.ts`). */
export const extensions: readonly Extension[] = []
