import { useTranslate } from 'ra-core'

import { isChinese } from '../../../resources/locales/locales.ts'
import { useCall } from '../../session/useCall.ts'
import { useShownLocale } from '../../language/useLanguage.ts'

export type Profession = { type: 'official' | 'self'; id: number }
export const isProfession = (value: unknown): value is Profession =>
  typeof value === 'object' && value !== null && 'type' in value && 'id' in value

/** Note beside an option: whether it is an official profession or one of the firm. */
const sourceNotes = { official: '标准', self: '本所' }

type NamedProfession = { id: number; name: string; nameEn?: string | null }

export const professionKeyOf = ({ type, id }: Profession) => `${type}-${id}`
export const professionOf = (key: string | number): Profession => {
  const [type, id] = String(key).split('-')
  return { type: type === 'self' ? 'self' : 'official', id: Number(id) }
}

/** Professions to choose from: the official ones that the firm uses, and the firm's own. */
export const useProfessions = () => {
  const translate = useTranslate()
  const isEnglish = !isChinese(useShownLocale())
  const official = useCall('officialProfessions.list', {})
  const firmOwn = useCall('professions.wxList', {})
  const isPending = official.isPending || firmOwn.isPending
  const toChoice = (type: Profession['type'], note: string) => (it: NamedProfession) => ({
    id: professionKeyOf({ type, id: it.id }),
    // Official names are translated; names given by the firm are not.
    name: (isEnglish && type === 'official' && it.nameEn) || it.name,
    nameEn: it.nameEn || null,
    note: translate(note),
  })
  const choices = [
    ...(official.data ?? []).map(toChoice('official', sourceNotes.official)),
    ...(firmOwn.data ?? []).map(toChoice('self', sourceNotes.self)),
  ]
  const findChoice = (it: Profession) => choices.find(({ id }) => id === professionKeyOf(it))
  const nameOf = (it: Profession) =>
    findChoice(it)?.name ??
    (isPending ? '…' : translate('不可见或已删除（编号 %{id}）', { id: String(it.id) }))
  /** English name for English cards; the Chinese name if the firm has given none. */
  const nameEnOf = (it: Profession) => findChoice(it)?.nameEn ?? nameOf(it)
  return { choices, isLoading: isPending, nameOf, nameEnOf }
}
