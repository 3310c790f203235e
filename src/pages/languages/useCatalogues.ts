import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { call, callAddition } from '../../../providers/call.ts'
import { loadEnglish } from '../../../providers/catalogues.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { Texts } from '../../../resources/locales/plural.ts'
import type { languages } from '../../../resources/settings/languages.ts'
import { type Checked, checkTexts, textsFrom } from '../../../resources/settings/languageTexts.ts'
import { useOfferLanguages } from '../../shell/language/useLanguage.ts'
import { useAddition } from '../../shell/sessionContext.ts'
import { type SaveFailure, failureOf } from '../../form/failure.ts'

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

type Found = { checked: Checked } | { failure: SaveFailure }
export type CatalogueOutcome = { locale: string } & Found
const refused = (message: string) => ({ failure: { message, requestId: undefined } })

/** Writes a language's texts; what could not be written says why. */
export const useCatalogueChanges = (english: Texts, versionOf: (locale: string) => number) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const offerLanguages = useOfferLanguages()
  const updating = useAddition('languages.update')
  const [busy, setBusy] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<CatalogueOutcome | null>(null)
  const write = async (locale: string, texts: Texts) => {
    await callAddition(updating!, { locale, content: JSON.stringify(texts), version: versionOf(locale) })
    await client.invalidateQueries({ queryKey: key })
    await offerLanguages((await call('conf.app', {})).languages)
  }
  const work = async (locale: string, task: () => Promise<Found | null>) => {
    setBusy(locale)
    setOutcome(null)
    try {
      const found = await task()
      if (found) setOutcome({ locale, ...found })
    } catch (error) {
      setOutcome({ locale, failure: failureOf(error, translate) })
    } finally {
      setBusy(null)
    }
  }
  const read = (locale: string, file: File) =>
    work(locale, async () => {
      const given = textsFrom(await file.text())
      if (!given) return refused(translate('文件不是译文：应为 JSON，每一条是原文和译文'))
      const checked = checkTexts(given, english)
      if (Object.keys(checked.texts).length === 0)
        return refused(translate('文件中没有译文，请先在模板中填写'))
      if (checked.faults.length === 0) await write(locale, checked.texts)
      return { checked }
    })
  const remove = (locale: string) =>
    work(locale, async () => {
      await write(locale, {})
      return null
    })
  return { mayChange: updating !== null, busy, outcome, read, remove }
}
