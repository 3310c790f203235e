import { useStore, useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

import { inRankOrder } from '../fields/comboBox/nameRank.ts'
import { useNameRank } from '../fields/comboBox/useNameRank.ts'
import { type PaletteGroup, type PaletteItem, rankOfSubsequence } from './items.ts'
import { useCommands, usePages } from './usePlaces.tsx'
import { useRecordGroups, useRecordsByKey } from './useRecords.tsx'

/** Milliseconds without typing before the server is asked. */
const searchDelay = 200

/** Number of recently opened items that are stored. */
const maxRecent = 6

/** Keys of the items that the user opened last. Names are not stored, because they may change. */
const useRecentKeys = () => {
  const [keys, setKeys] = useStore<readonly string[]>('palette.recent', [])
  const remember = (key: string) => setKeys([key, ...keys.filter(other => other !== key)].slice(0, maxRecent))
  return { keys, remember }
}

const useDelayedKeyword = (typed: string) => {
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed), searchDelay)
    return () => clearTimeout(timer)
  }, [typed])
  return keyword
}

/** Groups of the palette: recently opened items, pages, commands, and records that match. `onWhyNot` explains what is missing. */
export const usePaletteGroups = (text: string, onWhyNot: () => void) => {
  const translate = useTranslate()
  const typed = text.trim()
  const keyword = useDelayedKeyword(typed)
  const rankOfName = useNameRank()
  const rank = (item: PaletteItem) => rankOfName(item, typed) ?? rankOfSubsequence(item, typed)
  const matching = (items: readonly PaletteItem[]) => inRankOrder(items, rank)
  const commands = useCommands(onWhyNot)
  const commandKeys = new Set(commands.map(it => it.key))
  const pages = usePages().filter(it => !commandKeys.has(it.key))
  const { keys, remember } = useRecentKeys()
  const itemOfKey = new Map([...pages, ...commands].map(item => [item.key, item]))
  const records = useRecordsByKey(keys)
  const recent = matching(keys.flatMap(key => itemOfKey.get(key) ?? records.get(key) ?? []))
  const recentKeys = new Set(recent.map(it => it.key))
  const isNew = ({ key }: PaletteItem) => !recentKeys.has(key)
  const recordGroups = useRecordGroups({ keyword, typed, rank })
  const groups: PaletteGroup[] = [
    { name: 'recent', label: translate('最近打开'), items: recent },
    { name: 'pages', label: translate('页面'), items: matching(pages.filter(isNew)) },
    { name: 'commands', label: translate('操作'), items: matching(commands.filter(isNew)) },
    ...recordGroups.map(group => ({ ...group, items: group.items.filter(isNew) })),
  ]
  return {
    groups: groups.filter(({ items, waitingFor }) => items.length > 0 || waitingFor),
    remember: ({ key, target, isStaying }: PaletteItem) => {
      if (typeof target === 'string' && !isStaying) remember(key)
    },
  }
}
