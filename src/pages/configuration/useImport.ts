import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { callAddition } from '../../../providers/call.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { transferCalls } from '../../../resources/settings/transfer.ts'
import { useAddition } from '../../shell/sessionContext.ts'
import { type SaveFailure, failureOf } from '../../form/failure.ts'

export type ImportPart = OutputOf<(typeof transferCalls)['import']>['parts'][number]

/** A file compared with what there is, and applied as it was compared. */
export const useImport = () => {
  const translate = useTranslate()
  const client = useQueryClient()
  const importing = useAddition('firmConf.import')
  const [content, setContent] = useState('')
  const [parts, setParts] = useState<readonly ImportPart[] | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const run = async <T>(work: () => Promise<T>) => {
    setRunning(true)
    setFailure(null)
    try {
      return await work()
    } catch (error) {
      setFailure(failureOf(error, translate))
      return null
    } finally {
      setRunning(false)
    }
  }
  const compare = (text: string) =>
    run(async () => {
      setParts(null)
      setContent(text)
      setParts((await callAddition(importing!, { content: text, apply: 0 })).parts)
    })
  const apply = () =>
    run(async () => {
      const versions = Object.fromEntries((parts ?? []).map(({ name, version }) => [name, version]))
      const { applied } = await callAddition(importing!, { content, apply: 1, versions })
      setParts(null)
      await client.invalidateQueries()
      return applied
    })
  return { isServed: importing !== null, parts, isRunning, failure, compare, apply }
}
