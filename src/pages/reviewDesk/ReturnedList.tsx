import { useTranslate } from 'ra-core'

import { Button } from '../../ui/Button.tsx'
import type { UnconfirmedDecision } from '../../review/decisions/unconfirmedDecisions.ts'
import { queueKeyOf, type QueueRow } from './subjects/subject.ts'
import type { Desk } from './useDesk.ts'

type Props = {
  /** Decisions that were sent while the page was being closed. */
  unconfirmed: readonly UnconfirmedDecision[]
  rows: readonly QueueRow[]
  desk: Pick<Desk, 'returned' | 'failedKeys' | 'choose' | 'dismiss'>
}

/** Decisions that failed, shown independently of the current item. */
export const ReturnedList = ({ unconfirmed, rows, desk }: Props) => {
  const translate = useTranslate()
  const waiting = new Set(rows.map(queueKeyOf))
  const { returned, failedKeys, choose, dismiss } = desk
  return (
    <>
      {unconfirmed.length > 0 && (
        <div className="note" role="status">
          <p>
            {translate('离开审核台时已提交：%{left}。', {
              left: unconfirmed.map(it => it.label).join(translate('、')),
            })}
          </p>
          {unconfirmed.some(it => waiting.has(it.key)) && (
            <p>
              {translate('其中 %{filter} 没有生效，仍在等待审核。', {
                filter: unconfirmed
                  .filter(it => waiting.has(it.key))
                  .map(it => it.label)
                  .join(translate('、')),
              })}
            </p>
          )}
        </div>
      )}
      <div role="alert">
        {[...failedKeys].map(key => (
          <p key={key} className="note is-bad desk-returned">
            <span>
              {translate('%{label}未生效：%{message}', {
                label: returned[key]!.label,
                message: returned[key]!.message,
              })}
            </span>
            {waiting.has(key) && (
              <Button look="link" onClick={() => choose(key)}>
                {translate('查看变化')}
              </Button>
            )}
            <Button look="link" onClick={() => dismiss(key)}>
              {translate('知道了')}
            </Button>
          </p>
        ))}
      </div>
    </>
  )
}
