// What a process has counted of some tables holds until it writes to them: each statement is looked at on its way.

/** Also what only looks like it: `for update of lawyers` costs a count, a write overlooked would cost a wrong one. */
const writing = /\b(?:insert\s+into|update|delete\s+from|truncate|copy)\s+(?:only\s+)?"?(\w+)"?/gi

const mostTexts = 1_000
/** In UTF-16 units: a longer statement inserts many rows, and seldom comes a second time. */
const longest = 10_000
const known = new Map<string, readonly string[]>()

/** The tables that a statement writes to. */
export const tablesWrittenIn = (text: string): readonly string[] => {
  const found = known.get(text)
  if (found) return found
  const tables = [...text.matchAll(writing)].map(([, table]) => table!.toLowerCase())
  if (text.length > longest) return tables
  if (known.size >= mostTexts) known.clear()
  known.set(text, tables)
  return tables
}

export const createWrites = () => {
  const counts = new Map<string, number>()
  return {
    /** Counts these and empties the set. */
    take: (tables: Set<string>) => {
      for (const table of tables) counts.set(table, (counts.get(table) ?? 0) + 1)
      tables.clear()
    },
    countOf: (tables: readonly string[]) => tables.reduce((sum, it) => sum + (counts.get(it) ?? 0), 0),
  }
}
