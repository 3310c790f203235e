import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'

import { call, callAddition } from '../../../providers/call.ts'
import { loadEnglish } from '../../../providers/catalogues.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { Texts } from '../../../resources/locales/plural.ts'
import type { languages } from '../../../resources/settings/languages.ts'
import { type CheckedTexts, checkTexts, textsFrom } from '../../../resources/settings/languageTexts.ts'
import { useOfferLanguages } from '../../shell/language/useLanguage.ts'
import { useAddition } from '../../shell/sessionContext.ts'
import { failureOf } from '../../form/failure.ts'

export type Catalogue = OutputOf<(typeof languages.calls)['list']>['catalogues'][number]
const key = ['languages', 'list'] as const

/** What each language has; nothing where the back-end keeps no catalogues. */
export const useCatalogues = () => {
  const translate = useTranslate()
  const listing = useAddition('languages.list')
  const query = useQuery({
    queryKey: key,
    enabled: listing !== null,
    queryFn: async ({ signal }) => {
      const [english, { catalogues }] = await Promise.all([
        loadEnglish(),
        callAddition(listing!, {}, { signal }),
      ])
      if (!english) throw new Error(translate('页面加载失败，请检查网络后刷新'))
      return { english, catalogues }
    },
    refetchOnWindowFocus: false,
  })
  return { isServed: listing !== null, query }
}

type Change = { locale: string; file: File | null }
/** What became of a file: taken, or what in it is wrong. */
export type CatalogueOutcome = { locale: string } & ({ checked: CheckedTexts } | { failure: string })

/** Replaces a language's texts by those of a file, or removes them. */
export const useCatalogueChanges = (english: Texts, versionOf: (locale: string) => number) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const offerLanguages = useOfferLanguages()
  const updating = useAddition('languages.update')
  const write = async (locale: string, texts: Texts) => {
    await callAddition(updating!, { locale, content: JSON.stringify(texts), version: versionOf(locale) })
    await client.invalidateQueries({ queryKey: key })
    await offerLanguages((await call('conf.app', {})).languages)
  }
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationFn: async ({ locale, file }: Change) => {
      if (!file) {
        await write(locale, {})
        return null
      }
      const given = textsFrom(await file.text())
      if (!given) return { failure: translate('文件不是译文：应为 JSON，每一条是原文和译文') }
      const checked = checkTexts(given, english)
      if (Object.keys(checked.texts).length === 0)
        return { failure: translate('文件中没有译文，请先在模板中填写') }
      if (checked.faults.length === 0) await write(locale, checked.texts)
      return { checked }
    },
  })
  const found = error ? { failure: failureOf(error, translate).message } : data
  const outcome: CatalogueOutcome | null = variables && found ? { locale: variables.locale, ...found } : null
  return {
    mayChange: updating !== null,
    isBusy: isPending,
    outcome,
    read: (locale: string, file: File) => mutate({ locale, file }),
    remove: (locale: string) => mutate({ locale, file: null }),
  }
}
