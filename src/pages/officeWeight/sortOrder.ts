import type { z } from 'zod'

import { type NameReadings, nameOrder } from '../../../providers/nameOrder.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { offices } from '../../../resources/offices/index.ts'
import { type Translate } from '../../../resources/kit/translate.ts'

/** Answer of `custom`: how offices are sorted, with weight and visibility of each. */
export type LoadedSortOrder = OutputOf<typeof offices.calls.custom>
export type SortOrder = Omit<LoadedSortOrder, 'version'>
export type SortOrderItem = SortOrder['items'][number]
/** Schema of a sort order in a browser draft, which has no version. */
export const sortOrderSchema: z.ZodType<SortOrder> = offices.calls.custom.output.omit({ version: true })

export type SortSettings = Omit<SortOrder, 'items'>

/** Data of the open offices that the public list needs, by id. */
export type OpenOffices = ReadonlyMap<number, { isMain: 0 | 1; cityCode: string }>

export const sortModes = [
  [1, '按权重'],
  [2, '按拼音'],
  [3, '按地区'],
] as const satisfies readonly (readonly [SortSettings['mode'], string])[]

const maxWeight = 9999
const weightStep = 10

const byCollation = new Intl.Collator('zh-CN-u-co-pinyin').compare
const byWeight = (one: SortOrderItem, other: SortOrderItem) =>
  other.weight - one.weight || one.organizationId - other.organizationId

/** Sorts offices as in the public list, including hidden and closed ones; `names` is null until it is loaded. */
export const sortOffices = (
  { items, mode, pinMain }: SortOrder,
  openOffices: OpenOffices,
  names: NameReadings | null,
): SortOrderItem[] => {
  const compareNames = names ? nameOrder(names) : byCollation
  const cityOf = (item: SortOrderItem) => openOffices.get(item.organizationId)?.cityCode ?? ''
  const orders: Record<SortSettings['mode'], (one: SortOrderItem, other: SortOrderItem) => number> = {
    1: byWeight,
    2: (one, other) => compareNames(one.name, other.name),
    3: (one, other) => cityOf(one).localeCompare(cityOf(other)) || byWeight(one, other),
  }
  const isPinned = (item: SortOrderItem) =>
    pinMain === 1 && openOffices.get(item.organizationId)?.isMain === 1 ? 1 : 0
  return items.toSorted((one, other) => isPinned(other) - isPinned(one) || orders[mode](one, other))
}

/** A weight between two neighbours; null if there is none. */
const weightBetween = (above: number | undefined, below: number | undefined) => {
  const max = above === undefined ? maxWeight : above - 1
  const min = below === undefined ? 0 : below + 1
  if (max < min) return null
  if (above === undefined) return Math.min(maxWeight, min - 1 + weightStep)
  if (below === undefined) return Math.max(0, max + 1 - weightStep)
  return Math.ceil((max + min) / 2)
}

/**
 * Moves an office in the list and gives it a weight between its new neighbours. If there is no such weight, all offices
 * are numbered again.
 */
export const moveOffice = (list: readonly SortOrderItem[], from: number, to: number): SortOrderItem[] => {
  const item = list[from]!
  const next = list.toSpliced(from, 1).toSpliced(to, 0, item)
  const weight = weightBetween(next[to - 1]?.weight, next[to + 1]?.weight)
  if (weight !== null) return next.with(to, { ...item, weight })
  const width = next.length * weightStep <= maxWeight ? weightStep : 1
  return next.map((item, index) => ({ ...item, weight: (next.length - index) * width }))
}

/** Replaces items by changed ones with the same id. */
export const replaceItems = (items: readonly SortOrderItem[], changed: readonly SortOrderItem[]) => {
  const changedById = new Map(changed.map(item => [item.organizationId, item]))
  return items.map(item => changedById.get(item.organizationId) ?? item)
}

const yesNo = ['关', '开'] as const
const modeName = (mode: SortSettings['mode']) => sortModes.find(([value]) => value === mode)![1]

/** Differences between two sort orders as short phrases, such as 排序方式 按权重→按拼音. */
export const sortOrderChanges = (before: SortOrder, after: SortOrder, translate: Translate): string[] => {
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

/** Items that the user changed; only these are sent, because somebody else may have changed the others. */
export const changedSortItems = (before: SortOrder, after: SortOrder) => {
  const old = new Map(before.items.map(item => [item.organizationId, item]))
  return after.items.filter(({ organizationId, weight, showStatus }) => {
    const previous = old.get(organizationId)
    return previous?.weight !== weight || previous.showStatus !== showStatus
  })
}

const mergeValue = <T>(base: T, mine: T, theirs: T) => (mine === base ? theirs : mine)

/** Three-way merge: the user's changes since `base`, applied to the state saved by somebody else. */
export const mergeSortOrders = (base: SortOrder, mine: SortOrder, theirs: SortOrder): SortOrder => {
  const find = ({ items }: SortOrder, id: number) => items.find(item => item.organizationId === id)
  return {
    mode: mergeValue(base.mode, mine.mode, theirs.mode),
    pinMain: mergeValue(base.pinMain, mine.pinMain, theirs.pinMain),
    groupByCity: mergeValue(base.groupByCity, mine.groupByCity, theirs.groupByCity),
    items: theirs.items.map(item => {
      const old = find(base, item.organizationId)
      const own = find(mine, item.organizationId)
      if (!old || !own) return item
      return {
        ...item,
        weight: mergeValue(old.weight, own.weight, item.weight),
        showStatus: mergeValue(old.showStatus, own.showStatus, item.showStatus),
      }
    }),
  }
}
