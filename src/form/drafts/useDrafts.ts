import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'

import type { LeftDraft } from '../../../providers/drafts.ts'
import { isSame } from '../../../resources/domain/sameness.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { usePersisted } from './usePersisted.ts'
import type { DraftStore, DraftValues } from './draftStore.ts'
import type { LeftDrafts } from './useLeftDrafts.ts'

const draftValues = z.record(z.string(), z.unknown())

/** Reads the draft from the server; null if there is none. */
const readDraft = async (read: NonNullable<DraftStore['read']>) => {
  const { values, savedAt, version } = await read()
  if (values === null || savedAt === null) return null
  return { values: draftValues.parse(JSON.parse(values)), savedAt: Date.parse(savedAt), version }
}

type Options = {
  methods: UseFormReturn
  /** The fields whose values may be stored. */
  fields: Fields
  /** Version of the edited record; null for a new one. */
  version: number | null
  /** Unsaved values; null if there are none, and the same object while nothing was typed. */
  unsaved: DraftValues | null
  store: DraftStore
  left: LeftDrafts
}

/** An offer to restore a draft of an earlier visit. */
type DraftOfferOf = {
  key: string
  savedAt: number
  /** Whether the record was changed after the draft was written. */
  isOlder: boolean
  /** Whether another window wrote it, whose drafts the server did not take. */
  isLeft: boolean
  restore: () => void
  giveUp: () => void
}

type Found = { key: string; values: DraftValues; savedAt: number; version: number | null }

/** The values of these fields; others must not be stored. */
const storableOf = (values: DraftValues, fields: Fields) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name]))

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

type OfferOptions = {
  /** The newer one of this browser's and the server's drafts; undefined if neither differs from the form. */
  newest: Omit<Found, 'key'> | undefined
  left: LeftDrafts
  version: number | null
  isDiffering: (draft: { values: DraftValues }) => boolean
  restore: (draft: { values: DraftValues }) => void
  giveUpNewest: () => void
}

/** The offers in the order in which they are shown. */
const offersOf = ({
  newest,
  left,
  version,
  isDiffering,
  restore,
  giveUpNewest,
}: OfferOptions): DraftOfferOf[] => {
  const offerOf = (
    draft: Found,
    more: Pick<DraftOfferOf, 'isLeft' | 'restore' | 'giveUp'>,
  ): DraftOfferOf => ({
    key: draft.key,
    savedAt: draft.savedAt,
    isOlder: version !== null && draft.version !== version,
    ...more,
  })
  const restoreLeft = (draft: LeftDraft) => {
    // The next draft replaces the one of the server, which is offered again on the next visit.
    if (newest) left.add({ values: { ...newest.values }, savedAt: newest.savedAt, version: newest.version })
    left.forget(draft.id)
    restore(draft)
  }
  return [
    ...(newest
      ? [
          offerOf(
            { ...newest, key: 'newest' },
            { isLeft: false, restore: () => restore(newest), giveUp: giveUpNewest },
          ),
        ]
      : []),
    ...left.found
      .filter(isDiffering)
      .map(draft =>
        offerOf(
          { ...draft, key: draft.id },
          { isLeft: true, restore: () => restoreLeft(draft), giveUp: () => left.forget(draft.id) },
        ),
      ),
  ]
}

/**
 * The drafts of earlier visits, offered when the form opens: the newer one of this browser's and the server's, which follow each
 * other, and those of other windows, which do not. Drafts contain changed fields only, so that restoring one does not overwrite
 * what others saved.
 */
export const useDrafts = ({ methods, fields, version, unsaved, store, left }: Options) => {
  const { name, read, drop } = store
  const { setValue, getValues } = methods
  const values = useMemo(() => unsaved && storableOf(unsaved, fields), [unsaved, fields])
  const browser = usePersisted({ values, version, name })
  const { server, isPending, readAgain } = useServerDraft({ name, read })
  const [isAnswered, setAnswered] = useState(false)
  const [isGivenUp, setGivenUp] = useState(false)
  const differingIn = (draft: { values: DraftValues }) =>
    Object.entries(storableOf(draft.values, fields)).filter(
      ([field, value]) => !isSame(getValues(field), value),
    )
  const isDiffering = (draft: { values: DraftValues }) => differingIn(draft).length > 0
  const isOfOtherWindow = left.found.some(it => isSame(it.values, browser.offered?.values))
  const [newest] = [isOfOtherWindow ? null : browser.offered, server]
    .flatMap(draft => (draft && !isGivenUp && isDiffering(draft) ? [draft] : []))
    // If both are equally old, the server's draft comes first.
    .toSorted((one, other) => other.savedAt - one.savedAt || (one === server ? -1 : 1))
  const offers = offersOf({
    newest,
    left,
    version,
    isDiffering,
    restore: draft => {
      for (const [field, value] of differingIn(draft)) setValue(field, value, { shouldDirty: true })
      browser.close()
      setAnswered(true)
    },
    giveUpNewest: () => {
      setGivenUp(true)
      browser.forget()
      // If deleting failed, the next draft names the remaining one and replaces it.
      if (server && drop) void drop().catch(() => {})
    },
  })
  /** Offers nothing from now on, and deletes the browser's draft. */
  const forget = () => {
    setAnswered(true)
    browser.forget()
  }
  return {
    /** The unsaved values without those that must not be stored. */
    storable: values,
    /** Time of the server's draft as sent by the server; the next draft names it as the one it replaces. */
    savedAt: server ? new Date(server.savedAt).toISOString() : null,
    isPending,
    /** Reads the server's draft again; null unless reading it has failed. */
    readAgain,
    offers: isAnswered || isPending ? [] : offers,
    /** Deletes the drafts of the browser and of the server, so that neither is offered again. */
    discard: async () => {
      forget()
      await drop?.()
    },
    /** Writes the browser's draft at once, because the form is being left. */
    keep: browser.keep,
    /** Deletes the browser's draft after the record was saved. */
    forget,
  }
}
