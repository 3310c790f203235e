import { useTranslate } from 'ra-core'

import type { AnyRecord, Field, Kind } from '../../resources/kit/index.ts'
import { FieldFrame } from '../fields/FieldFrame.tsx'
import { Cell, namesOf } from '../fields/kinds.tsx'

/** Their inputs come with code of their own; until then less would stand there. */
const late: readonly Kind[] = ['area', 'image', 'images', 'richText', 'rows']

/** Whether the row of a list holds a field as its record does, at a version that can be held against the record's. */
export const isWholeIn = (row: AnyRecord, field: Field, name: string) =>
  typeof row['version'] === 'number' &&
  !field.revealedTo &&
  !late.includes(field.kind) &&
  namesOf(field, name).every(part => part in row)

type Props = { field: Field; name: string; row: AnyRecord }

/** A field until its record is there: a picture takes the room that it will have; of the rest a line is known. */
export const KnownField = ({ field, name, row }: Props) => (
  <FieldFrame id={`known-${name}`} field={field} error={undefined} isGroup>
    <KnownValue field={field} name={name} row={row} />
  </FieldFrame>
)

const KnownValue = ({ field, name, row }: Props) => {
  const translate = useTranslate()

  const value = row[name]
  if (field.kind !== 'image')
    return (
      <div className="control known-value">
        {name in row && <Cell field={field} value={value} record={row} />}
      </div>
    )
  const { ratio } = field.frame
  const [across, down] = ratio ?? [4, 3]
  return (
    <div className="picture">
      <div
        className={ratio ? 'picture-frame' : 'picture-frame is-whole'}
        style={{ aspectRatio: `${across} / ${down}` }}
      >
        {typeof value === 'string' && value !== '' && <img src={value} alt={translate(field.label)} />}
      </div>
    </div>
  )
}
