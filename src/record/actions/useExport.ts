import { useListContext, useNotify, useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'

import { isBlank } from '../../../resources/domain/sameness.ts'
import { download } from '../../../providers/download.ts'
import { sentenceOf } from '../../../providers/envelope.ts'
import type { AnyEntity } from '../../../resources/kit/index.ts'
import { saveFile } from '../../shell/saveFile.ts'

type State = { bytes: number | null; failure: string | null }

/** Fetches the file of a list as it is filtered now. `bytes` is null while nothing runs. */
export const useExport = (resource: AnyEntity, call: string, onDone: () => void) => {
  const translate = useTranslate()
  const { filterValues } = useListContext()
  const notify = useNotify()
  const [state, setState] = useState<State>({ bytes: null, failure: null })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (answers: object) => {
    const { signal } = (running.current = new AbortController())
    const filter = Object.fromEntries(
      Object.entries(filterValues)
        .filter(([, value]) => !isBlank(value))
        // A query has one text for one value and for a list of one; the body of this call tells them apart.
        .map(([name, value]) => [name, resource.filters[name]?.compare === 'oneOf' ? [value].flat() : value]),
    )
    setState({ bytes: 0, failure: null })
    try {
      const onBytes = (bytes: number) => setState({ bytes, failure: null })
      const received = await download(
        `${resource.name}.${call}`,
        { ...filter, ...answers },
        { signal, onBytes },
      )
      saveFile(received)
      notify(translate('已导出 %{name}', { name: received.name }), { type: 'success' })
      onDone()
    } catch (error) {
      if (!signal.aborted) setState({ bytes: null, failure: sentenceOf(error, translate) })
    }
  }
  const cancel = () => {
    running.current?.abort()
    setState({ bytes: null, failure: null })
  }
  return { ...state, start, cancel }
}
