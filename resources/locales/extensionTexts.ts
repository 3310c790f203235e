import type { Texts } from './plural.ts'

/**
 * The texts of the extensions that the product was started with, by key. A build with `EXTENSIONS` replaces this file
 * (`extend/load/sources.ts`).
 */
export const extensionTexts: { english: Texts } & Readonly<Record<string, Texts>> = { english: {} }
