import type { z } from 'zod'

import type { OutputOf } from '../../../resources/kit/index.ts'
import { offices } from '../../../resources/offices/index.ts'
import { type Translate } from '../../../resources/kit/translate.ts'

/** The answer of `custom`: how the offices are sorted, and each with its weight and visibility. */
export type LoadedSortOrder = OutputOf<typeof offices.calls.custom>
export type SortOrder = Omit<LoadedSortOrder, 'version'>
export type SortOrderItem = SortOrder['items'][number]
/** Schema of an order in a browser draft, which holds no version. */
export const sortOrderSchema: z.ZodType<SortOrder> = offices.calls.custom.output.omit({ version: true })

export type Settings = Omit<SortOrder, 'items'>

/** What the public list needs besides of the open offices, by id; a closed one is not there. */
export type OpenOffices = ReadonlyMap<number, { isMain: 0 | 1; cityCode: string }>

export const modes = [
  [1, '按权重'],
  [2, '按拼音'],
  [3, '按地区'],
] as const satisfies readonly (readonly [Settings['mode'], string])[]

const maxWeight = 9999
const step = 10

const byPinyin = new Intl.Collator('zh-CN-u-co-pinyin')
const byWeight = (one: SortOrderItem, other: SortOrderItem) =>
  other.weight - one.weight || one.organizationId - other.organizationId

/** The offices in the order of the public list, the hidden and closed ones too. */
export const ordered = ({ items, mode, pinMain }: SortOrder, openOffices: OpenOffices): SortOrderItem[] => {
  const cityOf = (item: SortOrderItem) => openOffices.get(item.organizationId)?.cityCode ?? ''
  const orders: Record<Settings['mode'], (one: SortOrderItem, other: SortOrderItem) => number> = {
    1: byWeight,
    2: (one, other) => byPinyin.compare(one.name, other.name),
    3: (one, other) => cityOf(one).localeCompare(cityOf(other)) || byWeight(one, other),
  }
  const isPinned = (item: SortOrderItem) =>
    pinMain === 1 && openOffices.get(item.organizationId)?.isMain === 1 ? 1 : 0
  return items.toSorted((one, other) => isPinned(other) - isPinned(one) || orders[mode](one, other))
}

/** A weight between two neighbours; null when there is no number left between them. */
const between = (above: number | undefined, below: number | undefined) => {
  const most = above === undefined ? maxWeight : above - 1
  const least = below === undefined ? 0 : below + 1
  if (most < least) return null
  if (above === undefined) return Math.min(maxWeight, least - 1 + step)
  if (below === undefined) return Math.max(0, most + 1 - step)
  return Math.ceil((most + least) / 2)
}

/**
 * Moves one of `list` to another place and gives it a weight that keeps it there. Only its own weight changes where
 * there is room between its neighbours; otherwise all are numbered anew.
 */
export const moved = (list: readonly SortOrderItem[], from: number, to: number): SortOrderItem[] => {
  const item = list[from]!
  const next = list.toSpliced(from, 1).toSpliced(to, 0, item)
  const weight = between(next[to - 1]?.weight, next[to + 1]?.weight)
  if (weight !== null) return next.with(to, { ...item, weight })
  const width = next.length * step <= maxWeight ? step : 1
  return next.map((item, index) => ({ ...item, weight: (next.length - index) * width }))
}

/** `items` with those of `changed` in their places. */
export const replaced = (items: readonly SortOrderItem[], changed: readonly SortOrderItem[]) => {
  const known = new Map(changed.map(item => [item.organizationId, item]))
  return items.map(item => known.get(item.organizationId) ?? item)
}

const yesNo = ['关', '开'] as const
const modeName = (mode: Settings['mode']) => modes.find(([value]) => value === mode)![1]

/** What differs between two sort orders, each as a few words: 排序方式 按权重→按拼音. */
export const differences = (before: SortOrder, after: SortOrder, translate: Translate): string[] => {
  const old = new Map(before.items.map(item => [item.organizationId, item]))
  return [
    ...(before.mode === after.mode
      ? []
      : [
          translate('排序方式 %{modeName}→%{modeName2}', {
            modeName: translate(modeName(before.mode)),
            modeName2: translate(modeName(after.mode)),
          }),
        ]),
    ...(before.pinMain === after.pinMain
      ? []
      : [translate('总所置顶 %{value}', { value: translate(yesNo[after.pinMain]) })]),
    ...(before.groupByCity === after.groupByCity
      ? []
      : [translate('按城市分组 %{value}', { value: translate(yesNo[after.groupByCity]) })]),
    ...after.items.flatMap(({ organizationId, name, weight, showStatus }) => {
      const previous = old.get(organizationId)
      if (!previous) return []
      return [
        ...(previous.weight === weight
          ? []
          : [
              translate('%{name} 权重 %{weight}→%{weight2}', {
                name,
                weight: previous.weight,
                weight2: weight,
              }),
            ]),
        ...(previous.showStatus === showStatus
          ? []
          : [showStatus ? translate('%{name} 展示', { name }) : translate('%{name} 隐藏', { name })]),
      ]
    }),
  ]
}

/** The items that were changed: the others may have been changed by somebody else meanwhile. */
export const changedItems = (before: SortOrder, after: SortOrder) => {
  const old = new Map(before.items.map(item => [item.organizationId, item]))
  return after.items.filter(({ organizationId, weight, showStatus }) => {
    const previous = old.get(organizationId)
    return previous?.weight !== weight || previous.showStatus !== showStatus
  })
}

const pick = <T>(base: T, mine: T, theirs: T) => (mine === base ? theirs : mine)

/** What I changed since `base` stays mine; everything else is as the other left it. */
export const merged = (base: SortOrder, mine: SortOrder, theirs: SortOrder): SortOrder => {
  const find = ({ items }: SortOrder, id: number) => items.find(item => item.organizationId === id)
  return {
    mode: pick(base.mode, mine.mode, theirs.mode),
    pinMain: pick(base.pinMain, mine.pinMain, theirs.pinMain),
    groupByCity: pick(base.groupByCity, mine.groupByCity, theirs.groupByCity),
    items: theirs.items.map(item => {
      const old = find(base, item.organizationId)
      const own = find(mine, item.organizationId)
      if (!old || !own) return item
      return {
        ...item,
        weight: pick(old.weight, own.weight, item.weight),
        showStatus: pick(old.showStatus, own.showStatus, item.showStatus),
      }
    }),
  }
}
