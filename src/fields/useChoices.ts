import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useGetManyAggregate, useGetRecordRepresentation } from 'ra-core'
import { useEffect, useState } from 'react'

import type { AdminDataProvider } from '../../providers/dataProvider.ts'
import { useShownLocale } from '../shell/language/useLanguage.ts'
import type { ListOption } from './OptionList.tsx'

/** Typing rests this long before the server is asked. */
const pause = 250

/** The choices of a resource; searched on the server as one types, where it has too many to send at once. */
export const useChoices = (to: string) => {
  const { choices } = useDataProvider<AdminDataProvider>()
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: [to, 'choices', keyword, useShownLocale()],
    queryFn: ({ signal }) => choices(to, { keyword, signal }),
    placeholderData: previous => previous,
  })
  return {
    choices: data?.data ?? [],
    /** What is typed is not answered yet. */
    isLoading: isPending || isPlaceholderData || typed !== keyword,
    // What is typed before the first answer may have to be searched too.
    ...(!data?.isComplete && { onKeyword: setTyped }),
  }
}

/** The names of rows of another resource, fetched together for everything on the screen. */
export const useNames = (to: string, ids: readonly number[]): { names: ListOption[]; isLoading: boolean } => {
  const nameOf = useGetRecordRepresentation(to)
  const { data, isPending } = useGetManyAggregate(to, { ids: [...ids] }, { enabled: ids.length > 0 })
  const names = ids.map(id => {
    const record = data?.find(it => it?.id === id)
    const name = record && nameOf(record)
    return { id, name: typeof name === 'string' ? name : isPending ? '…' : `#${id}` }
  })
  return { names, isLoading: isPending }
}
