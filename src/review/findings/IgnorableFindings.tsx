import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { errorSentence } from '../../../providers/envelope.ts'
import { type Finding, isSameFinding } from '../../../resources/domain/finding.ts'
import { refreshRows } from '../../form/refreshRows.ts'
import { lazyComponent } from '../../shell/lazyComponent.tsx'
import { Findings, type Props } from './Findings.tsx'
import type { Ignore } from './useIgnoring.ts'

// The form comes with the first that is let stand.
const IgnoreDialog = lazyComponent(() => import('./IgnoreDialog.tsx').then(it => it.IgnoreDialog))

type Said = { found: Finding; ignored: Finding['ignored'] }

const pick = ({ ruleId, field, text }: Finding) => ({ ruleId, field, text })

/** Findings that whoever decides about the text may let stand, each with a reason that the log keeps. */
export const IgnorableFindings = ({
  findings,
  labelOf,
  ignore,
}: Omit<Props, 'onIgnore'> & { ignore: Ignore }) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const [asked, setAsked] = useState<Finding | null>(null)
  // A form keeps the record that it began with: what was said since stands here.
  const [said, setSaid] = useState<readonly Said[]>([])
  const { mutate, isPending, error, reset } = useMutation({
    mutationKey: ['findings'],
    mutationFn: ({ found, reason }: { found: Finding; reason?: string }) =>
      ignore!({
        ...pick(found),
        ignore: reason === undefined ? 0 : 1,
        ...(reason !== undefined && { reason }),
      }),
    onSuccess: (_, { found, reason }) => {
      const ignored =
        reason === undefined ? undefined : { reason, by: translate('您'), at: new Date().toISOString() }
      setSaid([...said.filter(it => !isSameFinding(it.found, found)), { found, ignored }])
      setAsked(null)
      void refreshRows(client)
    },
    onError: (failure, { reason }) => {
      if (reason === undefined) notify(errorSentence(failure, translate), { type: 'error' })
    },
  })
  const shown = findings?.map(found => {
    const change = said.find(it => isSameFinding(it.found, found))
    return change ? { ...found, ignored: change.ignored } : found
  })
  const start = (found: Finding) => {
    reset()
    if (found.ignored) mutate({ found })
    else setAsked(found)
  }
  return (
    <>
      <Findings findings={shown} labelOf={labelOf} {...(ignore && { onIgnore: start })} />
      {asked && (
        <IgnoreDialog
          text={translate('%{label}：%{text}', {
            label: [translate(labelOf(asked.field)), asked.text && `“${asked.text}”`]
              .filter(Boolean)
              .join(' '),
            text: translate(asked.advice),
          })}
          isRunning={isPending}
          failure={error && errorSentence(error, translate)}
          onClose={() => setAsked(null)}
          onIgnore={reason => mutate({ found: asked, reason })}
        />
      )}
    </>
  )
}
