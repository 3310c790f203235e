import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { apiBase } from '../../../../providers/request.ts'

const ownFilesPrefix = `${apiBase}/files/`

/** Whether an address belongs to the type: uploaded videos (1) are in our file store, external ones (3) are not. */
const isUrlOfType = (type: 1 | 3, url: string) => (type === 1) === url.startsWith(ownFilesPrefix)

/**
 * Keeps the addresses of uploaded and external video apart, although one field holds both, when the type is switched.
 */
export const useVideoUrl = () => {
  const { setValue } = useFormContext()
  const type: unknown = useWatch({ name: 'videoType' })
  const value: unknown = useWatch({ name: 'videoUrl' })
  const url = typeof value === 'string' ? value : ''
  const lastUrl = useRef<{ own: string | null; other: string | null }>({ own: null, other: null })
  useEffect(() => {
    if (url) lastUrl.current[url.startsWith(ownFilesPrefix) ? 'own' : 'other'] = url
  }, [url])
  useEffect(() => {
    if (type !== 1 && type !== 3) return
    if (url && isUrlOfType(type, url)) return
    const next = type === 1 ? lastUrl.current.own : lastUrl.current.other
    if (next !== value) setValue('videoUrl', next, { shouldDirty: true })
    // Only a change of the type restores an address; clearing the field must not.
    // eslint-disable-next-line react/exhaustive-deps
  }, [type])
}
