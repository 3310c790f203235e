import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useGetManyAggregate, useGetRecordRepresentation, useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import { CallError } from '../../../providers/envelope.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { useShownLocale } from '../../language/useLanguage.ts'
import type { ListOption } from './OptionContent.tsx'

/** Milliseconds without typing before the server is asked. */
const searchDelay = 250

/** Whether an input method is composing anywhere on the page. */
const useIsComposing = () => {
  const [isComposing, setComposing] = useState(false)
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    document.addEventListener('compositionstart', () => setComposing(true), { signal })
    document.addEventListener('compositionend', () => setComposing(false), { signal })
    return () => control.abort()
  }, [])
  return isComposing
}

/** The typed text, and the keyword that follows it once the user pauses; pinyin that is being composed is none. */
export const useKeyword = () => {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  const isComposing = useIsComposing()
  useEffect(() => {
    if (isComposing) return
    const timer = setTimeout(() => setKeyword(typed), searchDelay)
    return () => clearTimeout(timer)
  }, [typed, isComposing])
  return { typed, setTyped, keyword }
}

/**
 * Choices of a resource. If it has too many to load at once, they are searched on the server while the user types.
 */
export const useChoices = (to: string) => {
  const { choices } = useDataProvider<AdminDataProvider>()
  const { typed, setTyped, keyword } = useKeyword()
  const { data, isPending, isPlaceholderData, isError, refetch } = useQuery({
    queryKey: [to, 'choices', keyword, useShownLocale()],
    queryFn: ({ signal }) => choices(to, { keyword, signal }),
    placeholderData: previous => previous,
  })
  return {
    choices: data?.data ?? [],
    /** Whether the choices for the typed text have not arrived yet. */
    isLoading: isPending || isPlaceholderData || typed !== keyword,
    /** Set if the choices could not be loaded. */
    onRetry: isError ? () => void refetch() : undefined,
    // Also set before the first answer, because the text typed until then may need a search.
    ...(!data?.isComplete && { onKeyword: setTyped }),
  }
}

/** Whether the reader lacks the right to such records, or their feature is switched off. */
const isRefusal = (error: unknown) =>
  error instanceof CallError && (error.code === '4030' || error.code === '4031')

/**
 * Names of records of another resource; the requests of all components on the page are combined. A record that the answer lacks
 * has been removed, or is not for the reader.
 */
export const useNames = (
  to: string,
  ids: readonly number[],
): { names: (ListOption & { id: number; record?: AnyRecord })[]; isLoading: boolean } => {
  const translate = useTranslate()
  const nameOf = useGetRecordRepresentation(to)
  const { data, isPending, error } = useGetManyAggregate<AnyRecord>(
    to,
    { ids: [...ids] },
    { enabled: ids.length > 0 },
  )
  const names = ids.map(id => {
    const record = data?.find(it => it?.id === id)
    const name = record && nameOf(record)
    const unknown = isPending
      ? '…'
      : error && !isRefusal(error)
        ? translate('没有读到（编号 %{id}）', { id: String(id) })
        : translate('不可见或已删除（编号 %{id}）', { id: String(id) })
    return {
      id,
      name: typeof name === 'string' ? name : unknown,
      ...(record && { record }),
    }
  })
  return { names, isLoading: isPending }
}
