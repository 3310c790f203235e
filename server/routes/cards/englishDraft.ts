import { and, eq } from 'drizzle-orm'

import { chineseTexts, hasEnglish, replaceTexts } from '../../../resources/cards/englishDraft.ts'
import { cardContent, type cards as resource } from '../../../resources/cards/index.ts'
import { ApiError, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { cards } from '../../db/tables.ts'
import { log } from '../../services/audit/audit.ts'
import { cardTarget } from '../../services/cards/content.ts'
import { applyGlossary } from '../../services/cards/englishDraft.ts'
import { noteMachineDraft } from '../../services/cards/machineDrafts.ts'
import { countWithin } from '../../services/limits/counters.ts'
import { cleanInput } from '../../services/markup/sanitize.ts'
import { settingOf } from '../../services/settings/firmSettings.ts'
import { visibleCards } from './columns.ts'

type Calls = Handlers<typeof resource.calls>

/** Drafts of one person in an hour; a card has thirteen fields. */
const limit = { most: 60, windowMs: 3_600_000 }

const noTerms = '术语表里没有这一项的词，也没有使用翻译服务，所以没有草稿。请直接填写英文'
const untranslated = '翻译服务没有给出英文，请稍后重试，或直接填写英文'

const englishDraftState: Calls['englishDraftState'] = async (_, { db, firmId, services }) => {
  const { isOn, usesProvider, glossary } = await settingOf(db, firmId, 'englishDraft')
  if (usesProvider === 1 && services.translation.isOn) return { isOn, usesProvider }
  return { isOn, usesProvider: 0 as const, terms: (glossary ?? []).map(({ chinese }) => chinese) }
}

/** Checks the request and logs what leaves the server, before it leaves. */
const prepareDraft = async (
  context: Context,
  { id, field }: { id: number; field: keyof typeof cardContent },
) => {
  const { db, firmId, caller, now, services } = context
  const [card] = await db
    .select()
    .from(cards)
    .where(and(visibleCards(context), eq(cards.id, id), eq(cards.language, 'CN')))
  if (!card) throw notFound()
  const { isOn, usesProvider, glossary } = await settingOf(db, firmId, 'englishDraft')
  if (isOn !== 1) throw new ApiError('4031', '律所没有开启英文草稿')
  const value: unknown = card.content[field]
  const texts = chineseTexts(value)
  if (texts.length === 0) throw new ApiError('4220', '中文名片的这一项没有中文内容，请先填写并保存中文名片')
  const isSent = usesProvider === 1 && services.translation.isOn
  if (isSent) {
    await countWithin(db, `englishDraft:${firmId}:${caller.population}:${caller.id}`, limit, now)
    await log(context, {
      module: 5,
      action: 'translate',
      target: cardTarget(card),
      reason: `向翻译服务发送了【${cardContent[field].label}】`,
    })
  }
  return { value, texts, isSent, glossary: glossary ?? [] }
}

const makeEnglishDraft: Calls['makeEnglishDraft'] = ownTransaction(async (input, context) => {
  const { database, firmId, services } = context
  const { value, texts, isSent, glossary } = await database.write(firmId, db =>
    prepareDraft({ ...context, db }, input),
  )
  const drafts = isSent
    ? await services.translation.translate(texts, glossary)
    : texts.map(text => applyGlossary(text, glossary))
  if (!hasEnglish(texts, drafts)) throw new ApiError('4220', isSent ? untranslated : noTerms)
  const queue = [...drafts]
  const draft = replaceTexts(value, text => queue.shift() ?? text)
  // The service's markup is as untrusted as a browser's.
  const content = await cleanInput(cardContent, { [input.field]: draft })
  if (isSent)
    await database.write(firmId, db =>
      noteMachineDraft({ ...context, db }, input.id, input.field, content[input.field]),
    )
  return { content }
})

export const englishDraftHandlers = { englishDraftState, makeEnglishDraft }
