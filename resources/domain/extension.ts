import type { ExtensionName } from '../kit/extensionNames.ts'
import type { AnyResource, Field, FieldAnswer, Fields, Inventory } from '../kit/index.ts'
import type { MenuEntry } from './menuEntry.ts'
import type { Right } from './right.ts'

/** A right of an extension, with its name in the interface. */
type ExtensionRight = Omit<Right, 'within'> & { label: string }

/** A field that an extension adds to an entity of the product. */
export type AdditionalField = {
  /** An optional field, since the records that are there have no value. */
  field: Field
  /** Whether it is personal information, and for which purpose it is kept. */
  personal: FieldAnswer
  /** The section of the form and of the read-only page; a title of its own makes a section. */
  section: string
  /** True for a column of the list, which is shown at first if there is room. Otherwise only the exported file has it. */
  isColumn?: true
  /** True if the list can be sorted by it; it needs `isColumn`. */
  isSortable?: true
  /** True if the list can be filtered by it. */
  isFilter?: true
  /** True if it can be changed in many records at once, as fields of the product in `bulkEdit`. */
  isBulkEdited?: true
  /** The headings that it may have in imported tables; without it, an import has no such column. */
  heading?: RegExp
}

/** What an extension adds to the product; a folder outside the product declares it (docs/extend.md). */
export type Extension = {
  /**
   * The version of `tenant-admin/extend` for which it was written, such as `1.0`. It runs with later versions of the same first
   * number, and other versions refuse it at the start.
   */
  surface: `${number}.${number}`
  /** Lower-case letters and digits. Every other name of the extension begins with it and a colon. */
  name: string
  /** Its name in the interface, and that of its module of the log. */
  label: string
  /** Its entities and settings, declared as the product's own. */
  resources: readonly AnyResource[]
  /** What each field of its resources says about people, by the resource's name. */
  inventory: Readonly<Record<string, Inventory>>
  /** Fields that it adds to entities of the product, by the entity's name and that of the field. */
  fields?: Readonly<Record<string, Readonly<Record<ExtensionName, AdditionalField>>>>
  rights?: Readonly<Record<ExtensionName, ExtensionRight>>
  /** Entries of the side menu, each the name of a switch. A group of the product may precede the name: `lawyer.training:records`. */
  menu?: Readonly<Record<ExtensionName, MenuEntry>>
  /** Pages written by hand: modules whose default export is a component. */
  pages?: Readonly<Record<ExtensionName, () => Promise<{ default: unknown }>>>
}

/** The fields alone, by their names. */
export const addedFields = (additions: Readonly<Record<string, AdditionalField>>): Fields =>
  Object.fromEntries(Object.entries(additions).map(([name, { field }]) => [name, field]))

/** An inventory for each of these resources; one without it does not compile. */
type EveryInventory<R extends readonly AnyResource[]> = {
  readonly [E in R[number] as E['name']]: Inventory<keyof E['fields'] & string>
}

type ExtensionWith<R extends readonly AnyResource[]> = Omit<Extension, 'resources' | 'inventory'> & {
  resources: R
  inventory: EveryInventory<R>
}

/** Declares an extension; `index.ts` in its folder exports the result by default. */
export const defineExtension = <const R extends readonly AnyResource[]>(
  extension: ExtensionWith<R>,
): Extension => extension
