import { useEffect, useState } from 'react'

import { folded } from '../../resources/kit/index.ts'

type Named = { name: string; pinyin?: string | undefined }
type Match = (name: string, typed: string) => unknown

let loaded: Match | null = null
// 100 kB of dictionary, for those who type Latin letters into a Chinese choice.
const load = async () => {
  const { match } = await import('pinyin-pro')
  loaded = (name, typed) => match(name, typed, { precision: 'start' })
}

/** Whether a choice answers to what was typed: part of its name, its pinyin or its initials. */
export const usePinyinMatch = () => {
  const [isLoaded, setLoaded] = useState(loaded !== null)
  useEffect(() => {
    if (!isLoaded) void load().then(() => setLoaded(true))
  }, [isLoaded])
  return ({ name, pinyin }: Named, typed: string) => {
    const text = folded(typed.trim())
    if (text === '' || folded(name).includes(text)) return true
    if (pinyin?.toLowerCase().replaceAll(' ', '').includes(text)) return true
    return /^[a-z]+$/.test(text) && Boolean(loaded?.(name, text))
  }
}
