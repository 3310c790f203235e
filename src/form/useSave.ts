import { useCreate, useUpdate } from 'ra-core'

import { detail } from '../../providers/recordQuery.ts'
import type { AnyRecord, AnyResource } from '../../resources/kit/index.ts'
import type { Send } from './intent.ts'

/** Translated where the notification shows them. */
const messages = { saved: '已保存', unchanged: '没有修改，未保存' }

/** The server leaves a record and its version alone where nothing of it changed, and the user hears so. */
export const savedText = (base: AnyRecord | null, saved: AnyRecord, otherwise = messages.saved) =>
  base && base['version'] === saved['version'] ? messages.unchanged : otherwise

const options = { returnPromise: true } as const

/** Writes a record by react-admin's verbs. */
export const useSave = ({ name }: Pick<AnyResource, 'name'>): Send => {
  const [create] = useCreate<AnyRecord>()
  const [update] = useUpdate<AnyRecord>()
  return async (data, base) => {
    const saved = base
      ? update(name, { id: base.id, data, previousData: base, meta: detail }, options)
      : create(name, { data }, options)
    // Their type leaves open what `returnPromise` settles.
    return (await saved) as AnyRecord
  }
}
