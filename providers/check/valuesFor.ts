import { firmOffset } from '../../resources/kit/firmTime.ts'
import type { Field, FieldKind } from '../../resources/kit/index.ts'

const day = '2026-01-05'
const figures = '零一二三四五六七八九'
const inWords = (mark: string) => [...mark].map(it => figures[Number(it)]).join('')

const leastOf = (field: Field) => ('min' in field ? [field.min] : [])
const optionsOf = (field: Field) => ('options' in field ? field.options.map(([value]) => value) : [])

/**
 * Candidate values for a field of each kind; the field's schema chooses among them. `mark` makes a record unique,
 * `referred` is the id of a record that the field may refer to.
 */
const candidates: Record<FieldKind, (field: Field, mark: string, referred: unknown) => readonly unknown[]> = {
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
  // Pictures would have to be uploaded, and only the widget knows its values.
  image: () => [],
  images: () => [[]],
  custom: () => [],
}

/** A value that the field accepts; undefined if none can be made from its declaration. */
export const valueFor = (field: Field, mark: string, referred?: unknown): unknown =>
  candidates[field.kind](field, mark, referred).find(value => field.schema.safeParse(value).success)

/** The marks of two records differ, also from those of an earlier run. */
const marks = () => {
  const first = Number(String(Date.now()).slice(-6))
  let next = first
  return () => String((next = (next + 1) % 1_000_000)).padStart(6, '0')
}
/** Returns six digits that differ at each call and from those of earlier runs. */
export const newMarker = marks()
