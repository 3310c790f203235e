import type { AnyRecord, Field } from '../../resources/kit/index.ts'
import { FieldFrame } from '../fields/FieldFrame.tsx'
import { InputPlaceholder, isLate, namesOf } from '../fields/kinds.tsx'

/** Whether the row of a list holds a field as its record does, at a version that can be held against the record's. */
export const isWholeIn = (row: AnyRecord, field: Field, name: string) =>
  typeof row['version'] === 'number' &&
  !field.revealedTo &&
  !isLate(field) &&
  namesOf(field, name).every(part => part in row)

type Props = { field: Field; name: string; row: AnyRecord }

/** A field until its record is there: a picture takes the room that it will have; of the rest a line is known. */
export const KnownField = ({ field, name, row }: Props) => (
  <FieldFrame id={`known-${name}`} field={field} error={undefined} isGroup>
    <InputPlaceholder field={field} name={name} row={row} />
  </FieldFrame>
)
