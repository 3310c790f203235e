import type { ExtensionName } from '../kit/extensionNames.ts'
import type { AnyResource } from '../kit/index.ts'
import type { MenuEntry } from './menuEntry.ts'
import type { Right } from './right.ts'

/** A right of an extension, with its name in the interface. */
type ExtensionRight = Omit<Right, 'within'> & { label: string }

/** What an extension adds to the product; a folder outside the product declares it (docs/extend.md). */
export type Extension = {
  /** Lower-case letters and digits. Every other name of the extension begins with it and a colon. */
  name: string
  /** Its name in the interface, and that of its module of the log. */
  label: string
  /** Its entities and settings, declared as the product's own. */
  resources: readonly AnyResource[]
  rights?: Readonly<Record<ExtensionName, ExtensionRight>>
  /** Entries of the side menu, each the name of a switch. A group of the product may precede the name: `lawyer.training:records`. */
  menu?: Readonly<Record<ExtensionName, MenuEntry>>
  /** Pages written by hand: modules whose default export is a component. */
  pages?: Readonly<Record<ExtensionName, () => Promise<{ default: unknown }>>>
}

/** Declares an extension; `index.ts` in its folder exports the result by default. */
export const defineExtension = (extension: Extension): Extension => extension
