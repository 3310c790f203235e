import type { languages } from '../../../resources/settings/languages.ts'
import { checkTexts, textsFrom } from '../../../resources/settings/languageTexts.ts'
import { listLocales } from '../../../resources/locales/names.ts'
import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import type { LogDiff } from '../../db/tables.ts'
import { versionConflictError } from '../../records/versioned.ts'
import { log } from '../../services/audit/audit.ts'
import { configRow, configRows, saveConfigRow } from '../../services/settings/configRows.ts'
import { englishTexts, indexFrom, indexKey, ownTexts, textsKey } from '../../services/settings/languages.ts'

type Texts = Readonly<Record<string, string>>

/** The number of changed texts that are logged one by one. */
const maxLogged = 100

const diffOf = (before: Texts, after: Texts): LogDiff => {
  const changed = Object.keys({ ...before, ...after }).filter(key => before[key] !== after[key])
  if (changed.length === 0) return []
  const [from, to] = [before, after].map(it => String(Object.keys(it).length))
  return [
    { field: 'count', label: '译文条数', before: from!, after: to!, masked: 0 },
    ...changed.slice(0, maxLogged).map(key => ({
      field: key,
      label: key,
      before: before[key] ?? '',
      after: after[key] ?? '',
      masked: 0 as const,
    })),
  ]
}

const nameOf = (locale: string) => listLocales().find(it => it.locale === locale)?.name

const parseTexts = (locale: string, content: string) => {
  if (!nameOf(locale)) throw invalid({ locale: '没有这种语言' })
  const sentTexts = textsFrom(content)
  if (!sentTexts) throw invalid({ content: '文件不是译文：应为 JSON，每一条是原文和译文' })
  const { texts, faults } = checkTexts(sentTexts, englishTexts().all)
  const [first] = faults
  if (first) throw invalid({ content: `${faults.length}条译文有误，如“${first.key}”：${first.fault}` })
  return texts
}

/** Updates the index of languages with own texts, from which the sign-in page and every browser know them. */
const writeIndex = async (context: Context, locale: string, entry: { count: number; version: number }) => {
  const { value, version } = await configRow(context.db, context.firmId, indexKey)
  const saved = await saveConfigRow(context, indexKey, { ...value, [locale]: entry }, version)
  if (!saved)
    throw versionConflictError(
      context,
      {},
      { ...value, version, updatedAt: context.now, updatedByName: null },
      {},
    )
}

type Row = { version: number; updatedAt: Date; updatedByName: string | null }
const answerOf = (locale: string, count: number, { version, updatedAt, updatedByName }: Row) => ({
  locale,
  count,
  version,
  updatedAt: updatedAt.toISOString(),
  updatedByName,
})

export const languageHandlers: Handlers<typeof languages.calls> = {
  list: async (_, { db, firmId }) => {
    const index = indexFrom((await configRow(db, firmId, indexKey)).value)
    const rows = await configRows(
      db,
      firmId,
      listLocales().map(it => textsKey(it.locale)),
    )
    const catalogues = listLocales().flatMap(({ locale }) => {
      const row = rows.get(textsKey(locale))
      return row ? [answerOf(locale, index[locale]?.count ?? 0, row)] : []
    })
    return { catalogues }
  },

  texts: async ({ locale, part }, { db, firmId }) => {
    const { texts } = await ownTexts(db, firmId, locale)
    if (part === 'app') return { texts }
    const { entrance } = englishTexts()
    return {
      texts: Object.fromEntries(Object.entries(texts).filter(([key]) => Object.hasOwn(entrance, key))),
    }
  },

  update: async ({ locale, content, version }, context) => {
    const texts = parseTexts(locale, content)
    const current = await ownTexts(context.db, context.firmId, locale)
    if (current.version !== version) throw versionConflictError(context, {}, current, {})
    const diff = diffOf(current.texts, texts)
    const count = Object.keys(texts).length
    if (diff.length === 0) return answerOf(locale, count, current)
    const saved = await saveConfigRow(context, textsKey(locale), { texts }, version)
    if (!saved)
      throw versionConflictError(context, {}, await ownTexts(context.db, context.firmId, locale), {})
    await writeIndex(context, locale, { count, version: saved.version })
    await log(context, {
      module: 11,
      action: 'config',
      target: {
        type: 'language',
        id: context.firmId,
        name: `界面语言 ${nameOf(locale)}`,
        organizationId: null,
      },
      diff,
    })
    return answerOf(locale, count, saved)
  },
}
