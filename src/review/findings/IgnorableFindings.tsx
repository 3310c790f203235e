import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { errorSentence } from '../../../providers/envelope.ts'
import { type Finding, isSameFinding } from '../../../resources/domain/finding.ts'
import { refreshRows } from '../../form/saving/refreshRows.ts'
import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { Findings, type FindingsProps } from './Findings.tsx'
import type { IgnoreFinding } from './useIgnoring.ts'

// Loaded on demand, because it brings react-hook-form.
const IgnoreDialog = lazyComponent(() => import('./IgnoreDialog.tsx').then(it => it.IgnoreDialog))

type LocalChange = { found: Finding; ignored: Finding['ignored'] }

const keyOf = ({ ruleId, field, text }: Finding) => ({ ruleId, field, text })

/** Findings that the reviewer can ignore with a reason, which is logged. */
export const IgnorableFindings = ({
  findings,
  labelOf,
  ignore,
}: Omit<FindingsProps, 'onIgnore'> & { ignore: IgnoreFinding }) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const [toIgnore, setToIgnore] = useState<Finding | null>(null)
  // A form keeps the record it started with, so later changes are stored here.
  const [localChanges, setLocalChanges] = useState<readonly LocalChange[]>([])
  const { mutate, isPending, error, reset } = useMutation({
    mutationKey: ['findings'],
    mutationFn: ({ found, reason }: { found: Finding; reason?: string }) =>
      ignore!({
        ...keyOf(found),
        ignore: reason === undefined ? 0 : 1,
        ...(reason !== undefined && { reason }),
      }),
    onSuccess: (_, { found, reason }) => {
      const ignored =
        reason === undefined ? undefined : { reason, by: translate('您'), at: new Date().toISOString() }
      setLocalChanges([...localChanges.filter(it => !isSameFinding(it.found, found)), { found, ignored }])
      setToIgnore(null)
      void refreshRows(client)
    },
    onError: (failure, { reason }) => {
      if (reason === undefined) notify(errorSentence(failure, translate), { type: 'error' })
    },
  })
  const currentFindings = findings?.map(found => {
    const change = localChanges.find(it => isSameFinding(it.found, found))
    return change ? { ...found, ignored: change.ignored } : found
  })
  const start = (found: Finding) => {
    reset()
    if (found.ignored) mutate({ found })
    else setToIgnore(found)
  }
  return (
    <>
      <Findings findings={currentFindings} labelOf={labelOf} {...(ignore && { onIgnore: start })} />
      {toIgnore && (
        <IgnoreDialog
          text={translate('%{label}：%{text}', {
            label: [translate(labelOf(toIgnore.field)), toIgnore.text && `“${toIgnore.text}”`]
              .filter(Boolean)
              .join(' '),
            text: translate(toIgnore.advice),
          })}
          isRunning={isPending}
          failure={error && errorSentence(error, translate)}
          onClose={() => setToIgnore(null)}
          onIgnore={reason => mutate({ found: toIgnore, reason })}
        />
      )}
    </>
  )
}
