import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

// With `--reporter verbose`, vitest prints which features are done.

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
/** The numbers that follow each letter in the ids of the list. */
const numbers: Readonly<Record<string, readonly number[]>> = {
  A: upTo(16),
  B: upTo(16),
  C: upTo(6),
  D: upTo(10),
  E: upTo(10),
  F: [...upTo(23), 25, 26],
  G: upTo(10),
  H: upTo(6),
  I: upTo(10),
  J: upTo(10),
  K: upTo(8),
  L: upTo(7),
  M: upTo(4),
  N: [1, 2, 3, 5],
  O: upTo(4),
  P: upTo(12),
  Q: upTo(10),
  T: upTo(2),
}
const expectedIds = Object.entries(numbers).flatMap(([letter, list]) =>
  list.map(number => `${letter}${number}`),
)

const rows = [...read('docs/features.md').matchAll(/^\| ([A-Z]\d+) \| (.+) \|$/gm)].map(([, id, cells]) => {
  const [feature = '', acceptance = '', place = '', proof = '', ...more] = cells!.split(' | ')
  return { id: id!, feature, acceptance, place, proof, more }
})
const isDone = ({ place }: (typeof rows)[number]): boolean => place !== 'not done'

/** The names in backticks of a cell that consists of them. */
const namesIn = (cell: string): string[] => {
  expect(cell).toMatch(/^`[^`]+`(, `[^`]+`)*$/)
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
}

/** Whether a test file has the title as a whole string; only a condition may follow it. */
const hasTitle = (text: string, title: string): boolean =>
  ["'", '"', '`'].some(
    quote => text.includes(`${quote}${title}${quote}`) || text.includes(`${quote}${title}\${`),
  )

test('every feature has one row, in the order of the ids, with all its cells', () => {
  expect(rows.map(({ id }) => id)).toEqual(expectedIds)
  const incomplete = rows.filter(
    ({ feature, acceptance, proof, more }) => !feature || !acceptance || !proof || more.length > 0,
  )
  expect(incomplete).toEqual([])
})

test('what is not done has its decision beside it', () => {
  const undecided = rows.filter(row => !isDone(row) && !row.proof.includes('decided: '))
  expect(undecided.map(({ id }) => id)).toEqual([])
})

const labelOf = (row: (typeof rows)[number]): string =>
  isDone(row) ? row.feature : `${row.feature}: ${row.proof}`

for (const row of rows)
  test(`${row.id} ${labelOf(row)}`, { todo: !isDone(row) }, () => {
    const [files, titles] = [namesIn(row.place), namesIn(row.proof)]
    expect(files).toHaveLength(titles.length)
    for (const [index, file] of files.entries()) {
      expect(file).toMatch(/^tests\/.+\.test\.tsx?$/)
      expect(existsSync(join(root, file)), file).toBe(true)
      expect(hasTitle(read(file), titles[index]!), `${file} has “${titles[index]}”`).toBe(true)
    }
  })

const done = rows.filter(isDone).length

test(`${done} done, ${rows.length - done} not done`, () => {
  expect(done).toBeGreaterThan(0)
})
