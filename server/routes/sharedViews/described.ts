import { entities } from '../../../resources/entities.ts'
import { isBlank } from '../../../resources/domain/sameness.ts'
import { type AnyEntity, describeMasked, type Filter, listedValues } from '../../../resources/kit/index.ts'
import { chinese } from '../../../resources/kit/translate.ts'
import type { SharedContent } from './content.ts'

// What a view contains in the words of its list, for the differences between a configuration file and what is stored.

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const labelled = (label: string, text: string) => chinese.translate('%{label}：%{text}', { label, text })

type Values = SharedContent['filter']

const rangeOf = (from: unknown, to: unknown) =>
  isBlank(from) && isBlank(to) ? '' : `${isBlank(from) ? '' : String(from)}–${isBlank(to) ? '' : String(to)}`

/** A value of a list may come from an address as text. */
const valueText = ({ field }: Filter, value: unknown) => {
  const listed = listedValues(field)?.find(it => String(it) === String(value))
  return describeMasked(chinese, field, listed ?? value) || String(value)
}

const filterText = (name: string, filter: Filter, values: Values) => {
  const { from, to } = filter
  const given = listOf(values[name] ?? []).filter(it => !isBlank(it))
  const text =
    from !== undefined && to !== undefined
      ? rangeOf(values[from], values[to])
      : given.map(it => valueText(filter, it)).join('、')
  const isNot = listOf(values['not']).includes(name)
  const isEmpty = listOf(values['empty']).includes(name)
  const parts = [text, isEmpty ? '空' : ''].filter(it => it !== '').join('、')
  return parts === '' ? [] : [labelled(filter.field.label, `${isNot ? '不是' : ''}${parts}`)]
}

const filtersText = ({ calls, crud }: AnyEntity, values: Values) => {
  const { keyword } = values
  const filters = Object.entries(calls[crud.list ?? '']?.filters ?? {})
  const texts = filters.flatMap(([name, filter]) => filterText(name, filter, values))
  return [...(isBlank(keyword) ? [] : [labelled('关键词', String(keyword))]), ...texts].join('；')
}

const densities = { comfortable: '舒适', compact: '紧凑' } as const

/** The parts of a view's content, each as one line; a list that this release does not know is described by its names. */
export const describeContent = (
  resource: string,
  { filter, sort, perPage, columns, density }: SharedContent,
) => {
  const entity = entities.find(it => it.name === resource)
  const labelOf = (name: string) => entity?.fields[name]?.label ?? name
  const columnTexts = [
    ['顺序', columns.order],
    ['隐藏', columns.hidden],
  ] as const
  return {
    filter: entity ? filtersText(entity, filter) : JSON.stringify(filter),
    sort: labelled(labelOf(sort.field), sort.order === 'ASC' ? '升序' : '降序'),
    perPage: String(perPage),
    columns: columnTexts
      .flatMap(([label, names]) => (names.length > 0 ? [labelled(label, names.map(labelOf).join('、'))] : []))
      .join('；'),
    density: densities[density],
  }
}
