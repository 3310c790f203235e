import { useTranslate } from 'ra-core'

import type { AnyRecord, Fields } from '../../resources/kit/index.ts'
import { Cell } from '../fields/kinds.tsx'
import { FieldChange } from './FieldChange.tsx'
import type { Corrections } from './useCorrections.ts'

import './review.css'

type Values = Readonly<Record<string, unknown>>

type Props = {
  /** Declared fields, for labels and for the inputs of a correction. */
  fields: Fields
  /** Fields to show values by, whose choices are in the record's own language; `fields` when absent. */
  reading?: Fields
  /** The fields that wait; of what was never public all that are filled in. */
  names: readonly string[]
  record: AnyRecord
  /** What is public; null of a first publication. */
  published: Values | null
  /** The other language version, which is read beside it. */
  beside?: { caption: string; lang: string; reading: Fields; record: AnyRecord } | null
  corrections: Corrections
  /** Which of the fields the reviewer may correct. */
  mayCorrect: (name: string) => boolean
}

/** What there is to decide about, field by field, to the word. */
export const ReviewChanges = ({ fields, names, record, published, beside, corrections, ...props }: Props) => {
  const { reading = fields, mayCorrect } = props
  const isFirst = published === null
  const { patch, correct, edited, setEditing } = corrections
  return (
    <div className={isFirst ? 'panel lined whole-cells changes is-first' : 'stack whole-cells changes'}>
      {names.map(name => (
        <FieldChange
          key={name}
          name={name}
          field={fields[name]!}
          reading={reading[name]!}
          record={record}
          published={published?.[name]}
          submitted={record[name]}
          corrected={patch[name]}
          isFirst={isFirst}
          beside={
            beside ? { ...beside, field: beside.reading[name]!, value: beside.record[name] } : undefined
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

type UnchangedProps = Pick<Props, 'fields' | 'reading' | 'names' | 'record'>

export const Unchanged = ({ fields, reading = fields, names, record }: UnchangedProps) => {
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
              <Cell field={reading[name]!} value={record[name]} record={record} isWhole />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
