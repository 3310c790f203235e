import { useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../providers/call.ts'
import { singletonId } from '../../providers/resourceClient.ts'
import { type AnyRecord, isPlainObject, type OutputOf } from '../../resources/kit/index.ts'
import type { firm } from '../../resources/settings/firm.ts'
import { mpPatch } from '../../resources/settings/miniprogram.ts'
import { conflictAs } from '../form/failure.ts'
import type { Send } from '../form/intent.ts'

type Mpconf = OutputOf<(typeof firm.calls)['mpconf']>
export type MpconfPart = 'index' | 'card'

const key = ['firm', 'mpconf'] as const

/** The draft, which is what is being changed, and what visitors see meanwhile. */
export const useMpconf = () =>
  useQuery({
    queryKey: [...key, 'editing'],
    queryFn: async ({ signal }) => {
      const [draft, published] = await Promise.all([
        call('firm.mpconf', { draft: 1 }, { signal }),
        call('firm.mpconf', {}, { signal }),
      ])
      return { draft, published }
    },
    // What is being changed starts from what the server has now, and stays under the hands of whoever changes it.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** One part of the document as a record that a form takes. */
export const recordOfPart = (part: MpconfPart, { version, ...parts }: Mpconf): AnyRecord => ({
  id: singletonId,
  ...parts[part],
  version,
})

/** Saves a part as a draft, or with `draft: 0` among the values as what visitors see. */
export const useSendMpconf = (part: MpconfPart): Send => {
  const client = useQueryClient()
  return async ({ draft = 1, ...values }, base) => {
    const input = mpPatch().parse({ draft, [part]: values, version: Number(base?.['version']) })
    const saved = await call('firm.updateMpconf', input).catch((error: unknown) => {
      throw conflictAs(error, current => {
        const { version, [part]: own } = current
        // Our server names the fields of both pages beside each other.
        return { id: singletonId, ...(isPlainObject(own) ? { ...own, version } : current) }
      })
    })
    client.setQueryData([...key, 'editing'], (known: { published: Mpconf } | undefined) => ({
      draft: saved,
      published: draft === 0 ? saved : (known?.published ?? saved),
    }))
    void client.invalidateQueries({ queryKey: [...key, 'published'] })
    return recordOfPart(part, saved)
  }
}
