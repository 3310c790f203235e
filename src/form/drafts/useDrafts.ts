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

/** Reads the draft from the server; null if there is none. */
const readDraft = async (read: NonNullable<DraftStore['read']>) => {
  const { values, savedAt, version } = await read()
  if (values === null || savedAt === null) return null
  return { values: draftValues.parse(JSON.parse(values)), savedAt: Date.parse(savedAt), version }
}

type Options = {
  methods: UseFormReturn
  fields: Fields
  /** Version of the edited record; null for a new one. */
  version: number | null
  /** Unsaved values; null if there are none, and the same object while nothing was typed. */
  unsaved: DraftValues | null
  store: DraftStore
}

/** Removes fields such as passwords, which must not be stored. */
const withoutSecrets = (values: DraftValues, fields: Fields) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name] && !isSecret(fields[name])))

const useServerDraft = ({ name, read }: Pick<DraftStore, 'name' | 'read'>) => {
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['draft', name],
    queryFn: () => readDraft(read!),
    enabled: read !== null,
    gcTime: 0,
    staleTime: Infinity,
    // The form is mounted again after an action on the record, and has to read the stored draft again.
    refetchOnMount: 'always',
    retry: false,
  })
  const readAgain = isError && !isFetching ? () => void refetch() : null
  return { server: data, isPending: isFetching, readAgain }
}

/**
 * The draft of an earlier visit, from this browser or from the server: the newer one is offered once, when the form
 * opens. Drafts contain changed fields only, so that restoring one does not overwrite what others saved.
 */
export const useDrafts = ({ methods, fields, version, unsaved, store }: Options) => {
  const { name, read, drop } = store
  const { setValue, getValues } = methods
  const values = useMemo(() => unsaved && withoutSecrets(unsaved, fields), [unsaved, fields])
  const browser = usePersisted({ values, version, name })
  const { server, isPending, readAgain } = useServerDraft({ name, read })
  const [isAnswered, setAnswered] = useState(false)
  const differingIn = (draft: { values: DraftValues } | null | undefined) =>
    Object.entries(draft ? withoutSecrets(draft.values, fields) : {}).filter(
      ([field, value]) => !isSame(getValues(field), value),
    )
  const offerable = [browser.offered, server]
    .flatMap(draft => (draft && differingIn(draft).length > 0 ? [draft] : []))
    // If both are equally old, the server's draft comes first.
    .toSorted((one, other) => other.savedAt - one.savedAt || (one === server ? -1 : 1))
  const [newest] = offerable
  return {
    /** Time of the server's draft as sent by the server; the next draft names it as the one it replaces. */
    savedAt: server ? new Date(server.savedAt).toISOString() : null,
    isPending,
    /** Reads the server's draft again; null unless reading it has failed. */
    readAgain,
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
      // If deleting failed, the next draft names the remaining one and replaces it.
      if (server && drop) void drop().catch(() => {})
    },
    /** Deletes the drafts of the browser and of the server, so that neither is offered again. */
    discard: async () => {
      setAnswered(true)
      browser.forget()
      await drop?.()
    },
    /** Deletes the browser's draft after the record was saved. */
    forget: () => {
      setAnswered(true)
      browser.forget()
    },
  }
}
