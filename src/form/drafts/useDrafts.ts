import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'

import { isSame } from '../../../resources/domain/sameness.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { isSecret } from '../../fields/kinds.tsx'
import { usePersisted } from '../usePersisted.ts'
import type { DraftStore, DraftValues } from './draftStore.ts'

const draftValues = z.record(z.string(), z.unknown())

/** The draft on the server; null where there is none. */
const readDraft = async (read: NonNullable<DraftStore['read']>) => {
  const { values, savedAt, version } = await read()
  if (values === null || savedAt === null) return null
  return { values: draftValues.parse(JSON.parse(values)), savedAt: Date.parse(savedAt), version }
}

type Options = {
  methods: UseFormReturn
  fields: Fields
  /** Of the record that is changed; null for a new one. */
  version: number | null
  /** What is unsaved; the same object as long as nothing was typed, null where nothing is unsaved. */
  unsaved: DraftValues | null
  store: DraftStore
}

/** Without the fields that are kept nowhere. */
const withoutSecrets = (values: DraftValues, fields: Fields) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name] && !isSecret(fields[name])))

/**
 * What was written and not saved, here or on another machine: the newer of the browser's and the server's draft is
 * offered once, when the form opens. Only changed fields are kept, so that restoring them leaves alone what others saved.
 */
export const useDrafts = ({ methods, fields, version, unsaved, store }: Options) => {
  const { name, read, drop } = store
  const { setValue, getValues } = methods
  const values = useMemo(() => unsaved && withoutSecrets(unsaved, fields), [unsaved, fields])
  const browser = usePersisted({ values, version, name })
  const { data: server, isFetching: isPending } = useQuery({
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
  const differingIn = (draft: { values: DraftValues } | null | undefined) =>
    Object.entries(draft ? withoutSecrets(draft.values, fields) : {}).filter(
      ([field, value]) => !isSame(getValues(field), value),
    )
  const offerable = [browser.offered, server]
    .flatMap(draft => (draft && differingIn(draft).length > 0 ? [draft] : []))
    // Of two equally old ones the server's.
    .toSorted((one, other) => other.savedAt - one.savedAt || (one === server ? -1 : 1))
  const [newest] = offerable
  return {
    /** When the server's draft was saved, as it says it; the next one replaces it. */
    savedAt: server ? new Date(server.savedAt).toISOString() : null,
    isPending,
    offered:
      newest && !isAnswered && !isPending
        ? { savedAt: newest.savedAt, isOlder: version !== null && newest.version !== version }
        : null,
    restore: () => {
      for (const [field, value] of differingIn(newest)) setValue(field, value, { shouldDirty: true })
      browser.close()
      setAnswered(true)
    },
    giveUp: () => {
      setAnswered(true)
      browser.forget()
      // One that stays in spite of this is followed, and so replaced, by the next.
      if (server && drop) void drop().catch(() => {})
    },
    /** Discards the drafts of the browser and of the server, so that neither is offered again. */
    discard: async () => {
      setAnswered(true)
      browser.forget()
      await drop?.()
    },
    /** Saved: nothing is left to be offered. */
    forget: () => {
      setAnswered(true)
      browser.forget()
    },
  }
}
