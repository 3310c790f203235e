import type { Translate } from '../../resources/kit/translate.ts'

/** What the list's call says of its total besides the number. */
type TotalMeta = { totalIs?: 'about' | 'over' | undefined } | undefined

/** To two digits: more would look as if it had been counted. */
export const rounded = (total: number) => Number(total.toPrecision(2))

export const countText = (total: number, meta: TotalMeta, translate: Translate) => {
  if (meta?.totalIs === 'about') return translate('约 %{total} 条', { total: rounded(total) })
  if (meta?.totalIs === 'over') return translate('超过 %{total} 条', { total: total - 1 })
  return translate('共 %{total} 条', { total })
}
