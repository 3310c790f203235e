import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'

import { call } from '../../../providers/call.ts'
import { loadEnglish } from '../../../providers/catalogues.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { Texts } from '../../../resources/locales/plural.ts'
import type { languages } from '../../../resources/settings/languages.ts'
import { type CheckedTexts, checkTexts, textsFrom } from '../../../resources/settings/languageTexts.ts'
import { useServedCall } from '../../session/useCall.ts'
import { useOfferLanguages } from '../../language/useLanguage.ts'
import { failureOf } from '../../form/saving/failure.ts'

export type Catalogue = OutputOf<(typeof languages.calls)['list']>['catalogues'][number]
const listKey = ['languages', 'list'] as const

/** The firm's catalogues, and all English texts; not served if the back-end keeps no catalogues. */
export const useCatalogues = () => {
  const translate = useTranslate()
  const listCall = useServedCall('languages.list')
  const query = useQuery({
    queryKey: listKey,
    enabled: listCall !== null,
    queryFn: async ({ signal }) => {
      const [english, { catalogues }] = await Promise.all([loadEnglish(), listCall!({}, { signal })])
      if (!english) throw new Error(translate('页面加载失败，请检查网络后刷新'))
      return { english, catalogues }
    },
    refetchOnWindowFocus: false,
  })
  return { isServed: listCall !== null, query }
}

type CatalogueChange = { locale: string; file: File | null }
/** Result of importing a file: the checked texts with their errors, or a failure. */
export type CatalogueOutcome = { locale: string } & ({ checked: CheckedTexts } | { failure: string })

/** Replaces the firm's texts for a language by those of a file, or removes them. */
export const useCatalogueChanges = (english: Texts, versionOf: (locale: string) => number) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const offerLanguages = useOfferLanguages()
  const updateCall = useServedCall('languages.update')
  const saveTexts = async (locale: string, texts: Texts) => {
    await updateCall!({ locale, content: JSON.stringify(texts), version: versionOf(locale) })
    await client.invalidateQueries({ queryKey: listKey })
    await offerLanguages((await call('conf.app', {})).languages)
  }
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationFn: async ({ locale, file }: CatalogueChange) => {
      if (!file) {
        await saveTexts(locale, {})
        return null
      }
      const texts = textsFrom(await file.text())
      if (!texts) return { failure: translate('文件不是译文：应为 JSON，每一条是原文和译文') }
      const checked = checkTexts(texts, english)
      if (Object.keys(checked.texts).length === 0)
        return { failure: translate('文件中没有译文，请先在模板中填写') }
      if (checked.faults.length === 0) await saveTexts(locale, checked.texts)
      return { checked }
    },
  })
  const result = error ? { failure: failureOf(error, translate).message } : data
  const outcome: CatalogueOutcome | null =
    variables && result ? { locale: variables.locale, ...result } : null
  return {
    mayChange: updateCall !== null,
    isBusy: isPending,
    outcome,
    read: (locale: string, file: File) => mutate({ locale, file }),
    remove: (locale: string) => mutate({ locale, file: null }),
  }
}
