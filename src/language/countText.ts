import type { Translate } from '../../resources/kit/translate.ts'
import { useShownLocale } from './useLanguage.ts'

/** Whether the total of a list is a lower limit. */
type ListMeta = { totalIs?: 'over' | undefined } | undefined

export const countText = (total: number, meta: ListMeta, translate: Translate) => {
  if (meta?.totalIs === 'over') return translate('超过 %{total} 条', { total: total - 1 })
  return translate('共 %{total} 条', { total })
}

/** Writes a count with its thousands apart, in the language that is shown; digits are Latin in every language. */
export const useGrouped = () => {
  const locale = useShownLocale()
  return (count: number) => new Intl.NumberFormat(`${locale}-u-nu-latn`).format(count)
}
