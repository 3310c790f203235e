import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'

import type { Addition } from '../../../providers/backend/additions.ts'
import { callAddition } from '../../../providers/call.ts'
import { isSame } from '../../../providers/changes.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { useAddition } from '../../layout/sessionContext.ts'
import { useDraft } from '../../views/form/useDraft.ts'
import type { DraftTarget } from './draftSender.ts'

const draftValues = z.record(z.string(), z.unknown())

/** The draft on the server; null where there is none. */
const readDraft = async (reading: Addition<'articles.draft'>, target: DraftTarget) => {
  const { values, savedAt, version } = await callAddition(reading, target)
  if (values === null || savedAt === null) return null
  return { values: draftValues.parse(JSON.parse(values)), savedAt, version }
}

type Options = { target: DraftTarget; fields: Fields; version: number | null }

/**
 * What was written and not saved, here or on another machine: the newer of the browser's and the server's draft is
 * offered once, when the page opens.
 */
export const useDrafts = ({ target, fields, version }: Options) => {
  const { setValue, getValues } = useFormContext()
  const { kind, articleId } = target
  const local = useDraft(fields, version, `/app/cms/${articleId ?? `add?kind=${kind}`}`)
  const [reading, dropping] = [useAddition('articles.draft'), useAddition('articles.dropDraft')]
  const { data, isFetching: isPending } = useQuery({
    queryKey: ['article.draft', kind, articleId ?? 0],
    queryFn: () => readDraft(reading!, target),
    enabled: reading !== null,
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
    /** When the server's draft was saved; the next one replaces it. */
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
      if (data && dropping) void callAddition(dropping, target).catch(() => {})
    },
    /** Saved: nothing is left to be offered. */
    forget: () => {
      setAnswered(true)
      local.forget()
    },
  }
}
