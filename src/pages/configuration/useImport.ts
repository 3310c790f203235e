import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'

import type { OutputOf } from '../../../resources/kit/index.ts'
import type { transferCalls } from '../../../resources/settings/transfer.ts'
import { useServedCall } from '../../session/useCall.ts'
import { failureOf } from '../../form/saving/failure.ts'

export type ImportPart = OutputOf<(typeof transferCalls)['import']>['parts'][number]

/** Compares a configuration file with the current configuration, and applies the differences. */
export const useImport = () => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const importCall = useServedCall('firmConf.import')
  const comparing = useMutation({
    mutationFn: (content: string) => importCall!({ content, apply: 0 }),
  })
  const { data: comparison, variables: content = '' } = comparing
  const applying = useMutation({
    mutationFn: () => {
      const versions = Object.fromEntries(
        (comparison?.parts ?? []).map(({ name, version }) => [name, version]),
      )
      return importCall!({ content, apply: 1, versions })
    },
    onSuccess: async ({ applied }) => {
      comparing.reset()
      await client.invalidateQueries()
      if (applied) notify(translate('配置已导入'), { type: 'success' })
    },
  })
  const error = applying.error ?? comparing.error
  return {
    isServed: importCall !== null,
    parts: comparison?.parts,
    isRunning: comparing.isPending || applying.isPending,
    failure: error && failureOf(error, translate),
    compare: (text: string) => {
      applying.reset()
      comparing.mutate(text)
    },
    apply: applying.mutate,
  }
}
