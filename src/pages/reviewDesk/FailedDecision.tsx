import { useTranslate } from 'ra-core'

import { isSame } from '../../../resources/domain/sameness.ts'
import { DiffSide } from '../../record/history/DiffSide.tsx'
import type { Returned } from './returned.ts'
import type { ReviewSubject } from './subjects/subject.ts'

type Props = { returned: Returned; subject: ReviewSubject }

/** Why a decision failed, and how the record has changed since the reviewer saw it. */
export const FailedDecision = ({ returned: { message, label, seen }, subject }: Props) => {
  const translate = useTranslate()
  const { record, fields, displayFields = fields } = subject
  if (message === null) return null
  const changed = Object.keys(fields).filter(
    name => name in seen && name in record && isShown(name) && !isSame(seen[name], record[name]),
  )
  return (
    <section className="note is-bad" aria-label={translate('决定未生效')}>
      <p>{translate('%{label}未生效：%{message}。请按现在的内容重新决定。', { label, message })}</p>
      {changed.length > 0 && (
        <dl className="whole-cells desk-changed" aria-label={translate('查看之后的变化')}>
          {changed.map(name => {
            const sides = { field: displayFields[name]!, record, before: seen[name], after: record[name] }
            return (
              <div key={name} className="sides">
                <dt>{translate(fields[name]!.label)}</dt>
                <dd>
                  <span className="caption">{translate('您看到的')}</span>
                  <DiffSide {...sides} side="before" />
                </dd>
                <dd>
                  <span className="caption">{translate('现在')}</span>
                  <DiffSide {...sides} side="after" />
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </section>
  )
}

/** Fields that every save changes, and which are not worth showing. */
const internalFields = [
  'updatedAt',
  'updatedBy',
  'changedFields',
  'completeness',
  'submittedAt',
  'confirmedAt',
]
const isShown = (name: string) => !internalFields.includes(name)
