import { useTranslate } from 'ra-core'
import { useContext } from 'react'

import type { AnyRecord, Field } from '../../resources/kit/index.ts'
import { Chip } from '../ui/Chip.tsx'
import { Cell } from '../fields/kinds.tsx'
import { isMasked, RevealButton, RevealContext } from '../fields/MaskedValue.tsx'
import { DiffSide } from '../record/history/DiffSide.tsx'
import { Correction } from './Correction.tsx'
import { Button } from '../ui/Button.tsx'

/** The same field in the card's other language version, shown for comparison. */
type OtherLanguage = { caption: string; lang: string; field: Field; record: AnyRecord; value: unknown }

/** Translated captions of the two sides of a change. */
export type SideCaptions = { before: string; after: string }

type Props = {
  name: string
  field: Field
  /** Field for displaying values, with choices in the language of the record. */
  displayField: Field
  record: AnyRecord
  /** The kind of the record and its id. */
  subject: string
  published: unknown
  /** The value that the lawyer submitted. */
  submitted: unknown
  /** The reviewer's correction; undefined if there is none. */
  corrected: unknown
  /** Whether a machine wrote the submitted value. */
  isMachineText: boolean
  isFirst: boolean
  captions?: SideCaptions | undefined
  /** The same field in the other language version. */
  otherLanguage?: OtherLanguage | undefined
  mayCorrect: boolean
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
  /** Stores a correction; undefined removes it. */
  onCorrect: (value: unknown) => void
}

type ToolsProps = Pick<Props, 'field' | 'isMachineText' | 'onEdit' | 'onCorrect'> & {
  isCorrected: boolean
  isOffered: boolean
}

const CorrectionTools = ({ field, isMachineText, isCorrected, isOffered, ...props }: ToolsProps) => {
  const { onEdit, onCorrect } = props
  const translate = useTranslate()
  return (
    <span className="change-tools">
      {isMachineText && !isCorrected && <Chip tone="info">{translate('机器翻译')}</Chip>}
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

const OtherLanguageSide = ({ otherLanguage }: { otherLanguage: OtherLanguage }) => (
  <div lang={otherLanguage.lang}>
    <span className="caption">{otherLanguage.caption}</span>
    <Cell field={otherLanguage.field} value={otherLanguage.value} record={otherLanguage.record} isWhole />
  </div>
)

type RevealProps = { field: Field; values: readonly unknown[]; id: number }

/** The button that reveals masked values of both sides, which the marks of the differences replace. */
const RevealTool = ({ field, values, id }: RevealProps) => {
  const reveal = useContext(RevealContext)
  const masked = values.find(value => isMasked(field, value))
  return reveal && masked !== undefined && <RevealButton value={String(masked)} onReveal={() => reveal(id)} />
}

/** A changed field: the published value beside the submitted one, with tools to correct it. */
export const FieldChange = ({ name, field, displayField, record, published, submitted, ...props }: Props) => {
  const translate = useTranslate()
  const { corrected, isMachineText, isFirst, otherLanguage, subject, captions } = props
  const { mayCorrect, isEditing, onEdit, onCorrect } = props
  const isCorrected = corrected !== undefined
  const after = isCorrected ? corrected : submitted
  const tools = { field, isMachineText, isCorrected, onEdit, onCorrect }
  return (
    <section
      className={isFirst ? 'change is-first' : 'panel change'}
      aria-label={translate(field.label)}
      data-field={name}
    >
      <header className="change-head">
        <h3>{translate(field.label)}</h3>
        <RevealTool field={field} values={[after, published]} id={Number(record.id)} />
        <CorrectionTools {...tools} isOffered={mayCorrect && !isEditing && !isMasked(field, after)} />
      </header>
      <div className={otherLanguage ? 'sides has-beside' : 'sides'}>
        {!isFirst && (
          <div>
            <span className="caption">{captions?.before ?? translate('已发布')}</span>
            <DiffSide field={displayField} record={record} before={published} after={after} side="before" />
          </div>
        )}
        <div>
          {!isFirst && (
            <span className="caption">
              {isCorrected ? translate('更正后') : (captions?.after ?? translate('待审'))}
            </span>
          )}
          {isEditing ? (
            <Correction
              name={name}
              field={field}
              record={record}
              subject={subject}
              value={after}
              onCancel={() => onEdit(false)}
              onDone={value => {
                onCorrect(value)
                onEdit(false)
              }}
            />
          ) : (
            <DiffSide
              field={displayField}
              record={record}
              before={isFirst ? after : published}
              after={after}
              side="after"
            />
          )}
        </div>
        {otherLanguage && <OtherLanguageSide otherLanguage={otherLanguage} />}
      </div>
    </section>
  )
}
