import { useTranslate } from 'ra-core'

import type { AnyRecord, Fields } from '../../resources/kit/index.ts'
import { Cell } from '../fields/kinds.tsx'
import { FieldChange, type SideCaptions } from './FieldChange.tsx'
import type { Corrections } from './useCorrections.ts'

import './review.css'

type Values = Readonly<Record<string, unknown>>

type Props = {
  /** Declared fields, for labels and for the inputs of corrections. */
  fields: Fields
  /** Fields for displaying values, with choices in the language of the record; `fields` by default. */
  displayFields?: Fields
  /** Names of the changed fields, or of all filled-in fields of an unpublished record. */
  names: readonly string[]
  record: AnyRecord
  /** The kind of the record and its id, under which a correction is kept until it is adopted. */
  subject: string
  /** The published values; null before the first publication. */
  published: Values | null
  /** The other language version, shown for comparison. */
  otherLanguage?: { caption: string; lang: string; displayFields: Fields; record: AnyRecord } | null
  captions?: SideCaptions | undefined
  corrections: Corrections
  /** Whether the reviewer may correct a field. */
  mayCorrect: (name: string) => boolean
}

/** Whether the submitted value still reads as a machine wrote it. */
const isMachineText = ({ machineFields }: AnyRecord, name: string) =>
  Array.isArray(machineFields) && machineFields.includes(name)

/** Submitted changes, field by field, with the differences marked. */
export const ReviewChanges = ({
  fields,
  names,
  record,
  published,
  otherLanguage,
  corrections,
  ...props
}: Props) => {
  const { displayFields = fields, mayCorrect, subject, captions } = props
  const isFirst = published === null
  const { patch, correct, edited, setEditing } = corrections
  return (
    <div className={isFirst ? 'panel lined whole-cells changes is-first' : 'stack whole-cells changes'}>
      {names.map(name => (
        <FieldChange
          key={name}
          name={name}
          field={fields[name]!}
          displayField={displayFields[name]!}
          record={record}
          subject={subject}
          published={published?.[name]}
          submitted={record[name]}
          corrected={patch[name]}
          isMachineText={isMachineText(record, name)}
          isFirst={isFirst}
          captions={captions}
          otherLanguage={
            otherLanguage
              ? {
                  ...otherLanguage,
                  field: otherLanguage.displayFields[name]!,
                  value: otherLanguage.record[name],
                }
              : undefined
          }
          mayCorrect={mayCorrect(name)}
          isEditing={edited.includes(name)}
          onEdit={isEditing => setEditing(name, isEditing)}
          onCorrect={value => correct(name, value)}
        />
      ))}
    </div>
  )
}

type UnchangedProps = Pick<Props, 'fields' | 'displayFields' | 'names' | 'record'>

export const UnchangedFields = ({ fields, displayFields = fields, names, record }: UnchangedProps) => {
  const translate = useTranslate()
  if (names.length === 0) return null
  return (
    <details className="unchanged whole-cells">
      <summary>{translate('未改动的 %{count} 项', { count: names.length })}</summary>
      <dl className="panel facts">
        {names.map(name => (
          <div key={name}>
            <dt>{translate(fields[name]!.label)}</dt>
            <dd>
              <Cell field={displayFields[name]!} value={record[name]} record={record} isWhole />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
