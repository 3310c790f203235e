import { firmOffset } from '../../resources/kit/firmTime.ts'
import type { Field, Kind } from '../../resources/kit/index.ts'

const day = '2026-01-05'
const figures = '零一二三四五六七八九'
const inWords = (mark: string) => [...mark].map(it => figures[Number(it)]).join('')

const leastOf = (field: Field) => ('min' in field ? [field.min] : [])
const optionsOf = (field: Field) => ('options' in field ? field.options.map(([value]) => value) : [])

/**
 * What may do for a field, `mark` telling one record from all others and `referred` being the id of a record that the
 * field may refer to; the field's own schema says which of them does.
 */
const candidates: Record<Kind, (field: Field, mark: string, referred: unknown) => readonly unknown[]> = {
  text: (_, mark) => [
    `检查${mark}`,
    `Check${mark}`,
    `检查${inWords(mark)}`.slice(0, 8),
    `check${mark}@example.com`,
    `https://example.com/${mark}`,
    `13900${mark}`,
    mark,
  ],
  password: (_, mark) => [`Liangshan-${mark}-Pass`],
  integer: leastOf,
  decimal: leastOf,
  select: field => optionsOf(field).toReversed(),
  multiSelect: field => optionsOf(field).map(value => [value]),
  toggle: () => [0],
  date: () => [day],
  month: () => [day.slice(0, 7)],
  datetime: () => [`${day}T09:30:00${firmOffset}`],
  richText: (_, mark) => [`<p>检查${mark}</p>`],
  strings: () => [[]],
  rows: () => [[]],
  area: () => ['310115'],
  reference: (_field, _mark, referred) => [referred],
  references: (_field, _mark, referred) => [[referred]],
  // Somebody has to upload a picture, and only a widget knows its values.
  image: () => [],
  images: () => [[]],
  custom: () => [],
}

/** A value that the field takes; undefined where none can be made from its declaration. */
export const valueFor = (field: Field, mark: string, referred?: unknown): unknown =>
  candidates[field.kind](field, mark, referred).find(value => field.schema.safeParse(value).success)

/** Two records at once are told apart, and from those of an earlier run. */
const marks = () => {
  const first = Number(String(Date.now()).slice(-6))
  let next = first
  return () => String((next = (next + 1) % 1_000_000)).padStart(6, '0')
}
/** Six digits that no record of an earlier check has; others at each call. */
export const newMark = marks()
