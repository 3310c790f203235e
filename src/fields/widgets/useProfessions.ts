import { useTranslate } from 'ra-core'

import { useCall } from '../../../providers/useCall.ts'
import { isChinese } from '../../../resources/locales/locales.ts'
import { useShownLocale } from '../../shell/language/useLanguage.ts'

export type Profession = { type: 'official' | 'self'; id: number }
export const isProfession = (value: unknown): value is Profession =>
  typeof value === 'object' && value !== null && 'type' in value && 'id' in value

/** Whose field it is. */
const notes = { official: '标准', self: '本所' }

type Named = { id: number; name: string; nameEn?: string | null }

export const professionKeyOf = ({ type, id }: Profession) => `${type}-${id}`
export const professionOf = (key: string | number): Profession => {
  const [type, id] = String(key).split('-')
  return { type: type === 'self' ? 'self' : 'official', id: Number(id) }
}

/** The official fields that the firm uses, and its own. */
export const useProfessions = () => {
  const translate = useTranslate()
  const isEnglish = !isChinese(useShownLocale())
  const official = useCall('officialProfessions.list', {})
  const own = useCall('professions.wxList', {})
  const isPending = official.isPending || own.isPending
  const namedOf = (type: Profession['type'], note: string) => (it: Named) => ({
    id: professionKeyOf({ type, id: it.id }),
    // The official ones are the product's own; what the firm calls its fields stays.
    name: (isEnglish && type === 'official' && it.nameEn) || it.name,
    nameEn: it.nameEn || null,
    note: translate(note),
  })
  const choices = [
    ...(official.data ?? []).map(namedOf('official', notes.official)),
    ...(own.data ?? []).map(namedOf('self', notes.self)),
  ]
  const choiceOf = (it: Profession) => choices.find(({ id }) => id === professionKeyOf(it))
  const nameOf = (it: Profession) => choiceOf(it)?.name ?? (isPending ? '…' : `#${it.id}`)
  /** On an English card; in Chinese where the firm gave its field no English name. */
  const nameEnOf = (it: Profession) => choiceOf(it)?.nameEn ?? nameOf(it)
  return { choices, isLoading: isPending, nameOf, nameEnOf }
}
