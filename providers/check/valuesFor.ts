import { type Field, kindOf } from '../../resources/kit/index.ts'

/**
 * A value that the field accepts; undefined if none can be made from its declaration. `mark` makes a record unique,
 * `referred` is the id of a record that the field may refer to.
 */
export const valueFor = (field: Field, mark: string, referred?: unknown): unknown =>
  kindOf(field)
    .examples(field, mark, referred)
    .find(value => field.schema.safeParse(value).success)

/** The marks of two records differ, also from those of an earlier run. */
const marks = () => {
  const first = Number(String(Date.now()).slice(-6))
  let next = first
  return () => String((next = (next + 1) % 1_000_000)).padStart(6, '0')
}
/** Returns six digits that differ at each call and from those of earlier runs. */
export const newMarker = marks()
