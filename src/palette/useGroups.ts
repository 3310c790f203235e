import { useStore, useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

import { inRankOrder } from '../fields/nameRank.ts'
import { useNameRank } from '../fields/useNameRank.ts'
import { type PaletteGroup, type PaletteItem, rankOfScattered } from './items.ts'
import { useCommands, usePages } from './usePlaces.tsx'
import { useRecordGroups, useRecordsByKey } from './useRecords.tsx'

/** Typing rests this long, in milliseconds, before the server is asked. */
const pause = 200

/** So many of what was opened are remembered. */
const mostRecent = 6

/** The keys of what this user opened last. Names are not kept with them: they are asked for anew. */
const useRecentKeys = () => {
  const [keys, setKeys] = useStore<readonly string[]>('palette.recent', [])
  const remember = (key: string) =>
    setKeys([key, ...keys.filter(other => other !== key)].slice(0, mostRecent))
  return { keys, remember }
}

const useKeyword = (typed: string) => {
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  return keyword
}

/** What is offered, in groups: what was opened lately, pages, commands, and the records that are found. */
export const useGroups = (text: string) => {
  const translate = useTranslate()
  const typed = text.trim()
  const keyword = useKeyword(typed)
  const rankOfName = useNameRank()
  const rank = (item: PaletteItem) => rankOfName(item, typed) ?? rankOfScattered(item, typed)
  const matching = (items: readonly PaletteItem[]) => inRankOrder(items, rank)
  const commands = useCommands()
  const creations = new Set(commands.map(it => it.key))
  const pages = usePages().filter(it => !creations.has(it.key))
  const { keys, remember } = useRecentKeys()
  const known = new Map([...pages, ...commands].map(item => [item.key, item]))
  const records = useRecordsByKey(keys)
  const recent = matching(keys.flatMap(key => known.get(key) ?? records.get(key) ?? []))
  const recentKeys = new Set(recent.map(it => it.key))
  const isNew = ({ key }: PaletteItem) => !recentKeys.has(key)
  const found = useRecordGroups({ keyword, typed, rank })
  const groups: PaletteGroup[] = [
    { name: 'recent', label: translate('最近打开'), items: recent },
    { name: 'pages', label: translate('页面'), items: matching(pages.filter(isNew)) },
    { name: 'commands', label: translate('操作'), items: matching(commands.filter(isNew)) },
    ...found.map(group => ({ ...group, items: group.items.filter(isNew) })),
  ]
  return {
    groups: groups.filter(({ items, waitingFor }) => items.length > 0 || waitingFor),
    remember: ({ key, target, isStaying }: PaletteItem) => {
      if (typeof target === 'string' && !isStaying) remember(key)
    },
  }
}
