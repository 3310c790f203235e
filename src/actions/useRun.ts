import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useState } from 'react'

import type { AdminDataProvider } from '../../providers/dataProvider.ts'
import { sentenceOf } from '../../providers/envelope.ts'
import type { AnyRecord, AnyResource } from '../../resources/kit/index.ts'
import { refreshRows } from './refreshRows.ts'
import type { NamedAction } from './useRights.ts'

export type Failure = { record: AnyRecord; message: string; error: unknown }
/** Shown this once, to be copied. */
export type Secret = { record: AnyRecord; secret: string }
export type Outcome = { succeeded: AnyRecord[]; failures: Failure[]; secrets: Secret[] }

const secretIn = (answer: unknown, name: string | undefined) => {
  const secret = name === undefined ? undefined : (answer as Record<string, unknown> | null)?.[name]
  return typeof secret === 'string' ? secret : null
}

/** Runs one action over records, one after the other, so that a slow server is not flooded and each has its answer. */
export const useRun = (resource: AnyResource) => {
  const { act } = useDataProvider<AdminDataProvider>()
  const client = useQueryClient()
  const [done, setDone] = useState(0)
  const { mutateAsync, isPending } = useMutation({
    mutationKey: [resource.name],
    mutationFn: async ({ action, records, answers }: Run) => {
      const outcome: Outcome = { succeeded: [], failures: [], secrets: [] }
      setDone(0)
      for (const [index, record] of records.entries()) {
        try {
          const { data } = await act(resource.name, action.name, record, answers)
          outcome.succeeded.push(record)
          const secret = secretIn(data, action.shows)
          if (secret) outcome.secrets.push({ record, secret })
        } catch (error) {
          outcome.failures.push({ record, message: sentenceOf(error), error })
        }
        setDone(index + 1)
      }
      await refreshRows(client)
      return outcome
    },
  })
  return { run: mutateAsync, isRunning: isPending, done }
}

type Run = { action: NamedAction; records: readonly AnyRecord[]; answers: object }
