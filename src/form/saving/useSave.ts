import { useCreate, useUpdate } from 'ra-core'

import { recordPageMeta } from '../../../providers/recordQuery.ts'
import type { AnyRecord, AnyResource } from '../../../resources/kit/index.ts'
import type { Send } from '../undoable/intent.ts'

/** Translated by the notification that shows them. */
const messages = { saved: '已保存', unchanged: '没有修改，未保存' }

/** Text of the notification after saving. The server keeps the version of a record in which nothing changed. */
export const savedText = (base: AnyRecord | null, saved: AnyRecord, otherwise = messages.saved) =>
  base && base['version'] === saved['version'] ? messages.unchanged : otherwise

const options = { returnPromise: true } as const

/** Saves a record with react-admin's `useCreate` and `useUpdate`. */
export const useSave = ({ name }: Pick<AnyResource, 'name'>): Send => {
  const [create] = useCreate<AnyRecord>()
  const [update] = useUpdate<AnyRecord>()
  return async (data, base) => {
    const saved = base
      ? update(name, { id: base.id, data, previousData: base, meta: recordPageMeta }, options)
      : create(name, { data }, options)
    // react-admin's types do not reflect that `returnPromise` makes the result a record.
    return (await saved) as AnyRecord
  }
}
