import { useTranslate } from 'ra-core'

import type { AnyRecord, Field } from '../../resources/kit/index.ts'
import { Chip } from '../fields/cells.tsx'
import { Cell } from '../fields/kinds.tsx'
import { DiffSide } from '../record/history/DiffSide.tsx'
import { Correction } from './Correction.tsx'
import { Button } from '../shell/Button.tsx'

/** The same field of another record, which is not what is decided about. */
type Beside = { caption: string; lang: string; field: Field; record: AnyRecord; value: unknown }

type Props = {
  name: string
  field: Field
  /** The field to show values by, whose choices are in the record's own language. */
  reading: Field
  record: AnyRecord
  published: unknown
  /** What the lawyer wrote. */
  submitted: unknown
  /** What the reviewer made of it; undefined when he left it alone. */
  corrected: unknown
  isFirst: boolean
  /** The same of the other language, to be read together. */
  beside?: Beside | undefined
  mayCorrect: boolean
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
  /** Undefined takes the correction back. */
  onCorrect: (value: unknown) => void
}

type ToolsProps = Pick<Props, 'field' | 'onEdit' | 'onCorrect'> & { isCorrected: boolean; isOffered: boolean }

const Tools = ({ field, isCorrected, isOffered, onEdit, onCorrect }: ToolsProps) => {
  const translate = useTranslate()
  return (
    <span className="change-tools">
      {isCorrected && <Chip tone="info">{translate('已更正')}</Chip>}
      {isOffered && isCorrected && (
        <Button look="quiet" onClick={() => onCorrect(undefined)}>
          {translate('还原@correction')}
        </Button>
      )}
      {isOffered && (
        <Button
          look="quiet"
          aria-label={translate('更正%{label}', { label: translate(field.label) })}
          onClick={() => onEdit(true)}
        >
          {translate('更正')}
        </Button>
      )}
    </span>
  )
}

const BesideSide = ({ beside }: { beside: Beside }) => (
  <div lang={beside.lang}>
    <span className="caption">{beside.caption}</span>
    <Cell field={beside.field} value={beside.value} record={beside.record} isWhole />
  </div>
)

/** One changed field: what the public reads beside what waits, and the way to correct a word of it. */
export const FieldChange = ({ name, field, reading, record, published, submitted, ...props }: Props) => {
  const translate = useTranslate()
  const { corrected, isFirst, beside, mayCorrect, isEditing, onEdit, onCorrect } = props
  const isCorrected = corrected !== undefined
  const after = isCorrected ? corrected : submitted
  return (
    <section
      className={isFirst ? 'change is-first' : 'panel change'}
      aria-label={translate(field.label)}
      data-field={name}
    >
      <header className="change-head">
        <h3>{translate(field.label)}</h3>
        <Tools
          field={field}
          isCorrected={isCorrected}
          isOffered={mayCorrect && !isEditing}
          onEdit={onEdit}
          onCorrect={onCorrect}
        />
      </header>
      <div className={beside ? 'sides has-beside' : 'sides'}>
        {!isFirst && (
          <div>
            <span className="caption">{translate('已发布')}</span>
            <DiffSide field={reading} record={record} before={published} after={after} side="before" />
          </div>
        )}
        <div>
          {!isFirst && (
            <span className="caption">{isCorrected ? translate('更正后') : translate('待审')}</span>
          )}
          {isEditing ? (
            <Correction
              name={name}
              field={field}
              record={record}
              value={after}
              onCancel={() => onEdit(false)}
              onDone={value => {
                onCorrect(value)
                onEdit(false)
              }}
            />
          ) : (
            <DiffSide
              field={reading}
              record={record}
              before={isFirst ? after : published}
              after={after}
              side="after"
            />
          )}
        </div>
        {beside && <BesideSide beside={beside} />}
      </div>
    </section>
  )
}
