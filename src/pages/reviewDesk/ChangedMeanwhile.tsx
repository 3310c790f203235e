import { useTranslate } from 'ra-core'

import { isSame } from '../../../resources/domain/sameness.ts'
import { DiffSide } from '../../record/history/DiffSide.tsx'
import type { Returned } from './returned.ts'
import type { Subject } from './subject.ts'

type Props = { returned: Returned; subject: Subject }

/** Why a decision did not hold, and what became of the record since it was looked at. */
export const ChangedMeanwhile = ({ returned: { message, label, seen }, subject }: Props) => {
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

/** What every save changes says nothing of what was changed. */
const inward = ['updatedAt', 'updatedBy', 'changedFields', 'completeness', 'submittedAt']
const isShown = (name: string) => !inward.includes(name)
