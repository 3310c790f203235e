import { useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../providers/call.ts'
import { singletonId } from '../../providers/resourceClient.ts'
import { type AnyRecord, isPlainObject, type OutputOf } from '../../resources/kit/index.ts'
import type { firm } from '../../resources/settings/firm.ts'
import { mpPatch } from '../../resources/settings/miniprogram.ts'
import { conflictAs } from '../form/saving/failure.ts'
import type { Send } from '../form/undoable/intent.ts'

type Mpconf = OutputOf<(typeof firm.calls)['mpconf']>
export type MpconfPart = 'index' | 'card'

const mpconfKey = ['firm', 'mpconf'] as const

/** The mini-program's configuration: the draft being edited, and the published version. */
export const useMpconf = () =>
  useQuery({
    queryKey: [...mpconfKey, 'editing'],
    queryFn: async ({ signal }) => {
      const [draft, published] = await Promise.all([
        call('firm.mpconf', { draft: 1 }, { signal }),
        call('firm.mpconf', {}, { signal }),
      ])
      return { draft, published }
    },
    // Fetched on each visit, and not refetched while it is being edited.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** One part of the document as a record for a form. */
export const recordOfPart = (part: MpconfPart, { version, ...parts }: Mpconf): AnyRecord => ({
  id: singletonId,
  ...parts[part],
  version,
})

/** Saves a part of the configuration, as a draft or, with `draft: 0` among the values, as published. */
export const useSaveMpconf = (part: MpconfPart): Send => {
  const client = useQueryClient()
  return async ({ draft = 1, ...values }, base) => {
    const input = mpPatch().parse({ draft, [part]: values, version: Number(base?.['version']) })
    const saved = await call('firm.updateMpconf', input).catch((error: unknown) => {
      throw conflictAs(error, current => {
        const { version, [part]: ownFields } = current
        // Our server answers with the fields of both pages side by side, instead of one object per page.
        return { id: singletonId, ...(isPlainObject(ownFields) ? { ...ownFields, version } : current) }
      })
    })
    client.setQueryData([...mpconfKey, 'editing'], (known: { published: Mpconf } | undefined) => ({
      draft: saved,
      published: draft === 0 ? saved : (known?.published ?? saved),
    }))
    void client.invalidateQueries({ queryKey: [...mpconfKey, 'published'] })
    return recordOfPart(part, saved)
  }
}
