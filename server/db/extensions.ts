type ExtensionTables = {
  /** The extension's name. */
  name: string
  folder: string
  /** What its `tables.ts` exports. */
  tables: readonly unknown[]
  /** Its SQL files in the order of their names, each applied once in a transaction. */
  migrations: readonly { name: string; text: string }[]
}

/** The tables of extensions. A build with `EXTENSIONS` replaces this file (`extend/load/sources.ts`). */
export const extensionTables: readonly ExtensionTables[] = []
