import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'

import { isSame } from '../../../resources/domain/sameness.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { useDraft } from '../useDraft.ts'
import type { DraftStore } from './draftStore.ts'

const draftValues = z.record(z.string(), z.unknown())

/** The draft on the server; null where there is none. */
const readDraft = async (read: NonNullable<DraftStore['read']>) => {
  const { values, savedAt, version } = await read()
  if (values === null || savedAt === null) return null
  return { values: draftValues.parse(JSON.parse(values)), savedAt, version }
}

type Options = { store: DraftStore; fields: Fields; version: number | null }

/**
 * What was written and not saved, here or on another machine: the newer of the browser's and the server's draft is
 * offered once, when the page opens.
 */
export const useDrafts = ({ store: { name, read, drop }, fields, version }: Options) => {
  const { setValue, getValues } = useFormContext()
  const local = useDraft(fields, version, name)
  const { data, isFetching: isPending } = useQuery({
    queryKey: ['draft', name],
    queryFn: () => readDraft(read!),
    enabled: read !== null,
    gcTime: 0,
    staleTime: Infinity,
    // The form starts anew after an action on the record: what was kept before is read again.
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
      if (data && drop) void drop().catch(() => {})
    },
    /** Saved: nothing is left to be offered. */
    forget: () => {
      setAnswered(true)
      local.forget()
    },
  }
}
