import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

const ownFiles = '/api/files/'

/** An own film (1) is a file of ours, one elsewhere (3) is not. */
const fits = (type: 1 | 3, address: string) => (type === 1) === address.startsWith(ownFiles)

/** One field holds the address of both kinds of film: what was given of one is kept while the other is chosen. */
export const useFilmAddress = () => {
  const { setValue } = useFormContext()
  const [type, address] = useWatch({ name: ['videoType', 'videoUrl'] }) as [unknown, string | null]
  const kept = useRef({ own: null as string | null, other: null as string | null })
  useEffect(() => {
    if (address) kept.current[address.startsWith(ownFiles) ? 'own' : 'other'] = address
  }, [address])
  useEffect(() => {
    if (type !== 1 && type !== 3) return
    if (address && fits(type, address)) return
    const next = type === 1 ? kept.current.own : kept.current.other
    if (next !== address) setValue('videoUrl', next, { shouldDirty: true })
    // Only another way of giving a film brings its address back; clearing the field does not.
    // eslint-disable-next-line react/exhaustive-deps
  }, [type])
}
