import { useMutation } from '@tanstack/react-query'
import { useListContext, useNotify, useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'

import { download } from '../../../../providers/download.ts'
import { errorSentence } from '../../../../providers/envelope.ts'
import type { AnyEntity } from '../../../../resources/kit/index.ts'
import { saveFile } from '../../../browser/saveFile.ts'
import { filterQuery } from './filterQuery.ts'

/**
 * Downloads a list with its current filters. `bytes` is the number of bytes received; null if no download is running.
 */
export const useExport = (resource: AnyEntity, call: string, onDone: () => void) => {
  const translate = useTranslate()
  const { filterValues } = useListContext()
  const notify = useNotify()
  const [bytes, setBytes] = useState(0)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (answers: object) => {
      const { signal } = (running.current = new AbortController())
      const filter = filterQuery(resource, filterValues)
      setBytes(0)
      return download(`${resource.name}.${call}`, { ...filter, ...answers }, { signal, onBytes: setBytes })
    },
    onSuccess: received => {
      saveFile(received)
      notify(translate('已导出 %{name}', { name: received.name }), { type: 'success' })
      onDone()
    },
  })
  const cancel = () => {
    running.current?.abort()
    reset()
  }
  return {
    bytes: isPending ? bytes : null,
    failure: error && errorSentence(error, translate),
    start: mutate,
    cancel,
  }
}
