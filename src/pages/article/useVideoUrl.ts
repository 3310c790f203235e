import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { apiBase } from '../../../providers/request.ts'

const ownFiles = `${apiBase}/files/`

/** An uploaded video (1) is a file of ours, one elsewhere (3) is not. */
const fits = (type: 1 | 3, url: string) => (type === 1) === url.startsWith(ownFiles)

/** One field holds the address of both kinds of video: what was given of one is kept while the other is chosen. */
export const useVideoUrl = () => {
  const { setValue } = useFormContext()
  const type: unknown = useWatch({ name: 'videoType' })
  const value: unknown = useWatch({ name: 'videoUrl' })
  const url = typeof value === 'string' ? value : ''
  const kept = useRef<{ own: string | null; other: string | null }>({ own: null, other: null })
  useEffect(() => {
    if (url) kept.current[url.startsWith(ownFiles) ? 'own' : 'other'] = url
  }, [url])
  useEffect(() => {
    if (type !== 1 && type !== 3) return
    if (url && fits(type, url)) return
    const next = type === 1 ? kept.current.own : kept.current.other
    if (next !== value) setValue('videoUrl', next, { shouldDirty: true })
    // Only another way of giving a video brings its address back; clearing the field does not.
    // eslint-disable-next-line react/exhaustive-deps
  }, [type])
}
