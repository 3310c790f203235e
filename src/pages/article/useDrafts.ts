import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'

import { call } from '../../../providers/call.ts'
import { isSame } from '../../../providers/changes.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { useDraft } from '../../views/form/useDraft.ts'
import type { Which } from './useAutosave.ts'

type Kept = { values: Record<string, unknown>; savedAt: string; version: number | null }

const read = async (which: Which): Promise<Kept | null> => {
  const { values, savedAt, version } = await call('articles.draft', which)
  if (values === null || savedAt === null) return null
  return { values: JSON.parse(values) as Kept['values'], savedAt, version }
}

type Options = { which: Which; fields: Fields; version: number | null }

/**
 * What was written and not saved, here or on another machine: the newer of the browser's and the server's draft is
 * offered once, when the page opens.
 */
export const useDrafts = ({ which, fields, version }: Options) => {
  const { setValue, getValues } = useFormContext()
  const { kind, articleId } = which
  const local = useDraft(fields, version, `/app/cms/${articleId ?? `add?kind=${kind}`}`)
  const { data, isFetching: isPending } = useQuery({
    queryKey: ['article.draft', kind, articleId ?? 0],
    queryFn: () => read(which),
    gcTime: 0,
    staleTime: Infinity,
    // The form starts anew after an action on the article: what was kept before is read again.
    refetchOnMount: 'always',
    retry: false,
  })
  const [isAnswered, setAnswered] = useState(false)
  const different = Object.entries(data?.values ?? {}).filter(
    ([name, value]) => name in fields && !isSame(getValues(name), value),
  )
  const isRemote = !!data && different.length > 0
  const isNewer = isRemote && Date.parse(data.savedAt) >= (local.offered?.savedAt ?? 0)
  const remote = isNewer && {
    savedAt: Date.parse(data.savedAt),
    isOlder: version !== null && data.version !== version,
  }
  return {
    /** The moment of the server's draft, which the next one follows. */
    savedAt: data?.savedAt ?? null,
    isPending,
    offered: isAnswered || isPending ? null : remote || local.offered,
    restore: () => {
      if (!isNewer) local.restore()
      else for (const [name, value] of different) setValue(name, value, { shouldDirty: true })
      setAnswered(true)
    },
    giveUp: () => {
      setAnswered(true)
      local.forget()
      // One that stays in spite of this is followed, and so replaced, by the next.
      if (data) void call('articles.dropDraft', which).catch(() => {})
    },
    /** Saved: nothing is left to be offered. */
    forget: () => {
      setAnswered(true)
      local.forget()
    },
  }
}
