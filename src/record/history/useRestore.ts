import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'

import { errorSentence } from '../../../providers/envelope.ts'
import { refreshRows } from '../../form/saving/refreshRows.ts'

/** Restores an earlier version of a record and loads the record again. */
export const useRestore = (resource: string, restore: (to: number) => Promise<unknown>) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationKey: [resource],
    mutationFn: restore,
    onSuccess: () => notify(translate('已恢复'), { type: 'success' }),
    onError: error => notify(errorSentence(error, translate), { type: 'error' }),
    onSettled: () => Promise.all([refreshRows(client), client.invalidateQueries({ queryKey: [resource] })]),
  })
}

export type RestoreMutation = ReturnType<typeof useRestore>
