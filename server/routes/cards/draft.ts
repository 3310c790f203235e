import { and, eq, sql } from 'drizzle-orm'

import { cardContent, type cards as resource } from '../../../resources/cards/index.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { cardDrafts, cards } from '../../db/tables.ts'
import { cleanDraft, readDraft } from '../../services/directory/drafts.ts'

type Calls = Handlers<typeof resource.calls>
type Language = 'CN' | 'EN'

/** The mandate under which an assistant keeps this draft; 0 for the draft of the lawyer himself. */
const draftMandate = ({ caller }: Context) => caller.mandate?.id ?? 0

const isOwnDraft = (context: Context, language: Language) =>
  and(
    eq(cardDrafts.firmId, context.firmId),
    eq(cardDrafts.lawyerId, context.caller.id),
    eq(cardDrafts.language, language),
    eq(cardDrafts.mandateId, draftMandate(context)),
  )

const draft: Calls['draft'] = async ({ language }, context) => {
  const [row] = await context.db.select().from(cardDrafts).where(isOwnDraft(context, language))
  if (!row) return { values: null, savedAt: null, version: null }
  const { values, savedAt, version } = row
  return { values: await cleanDraft(cardContent, values), savedAt: savedAt.toISOString(), version }
}

/** The card's present version, which tells the author early that somebody else has saved. */
const versionOf = async ({ db, firmId, caller }: Context, language: Language) => {
  const [row] = await db
    .select({ version: cards.version })
    .from(cards)
    .where(
      and(
        eq(cards.firmId, firmId),
        eq(cards.lawyerId, caller.id),
        eq(cards.language, language),
        sql`${cards.deletedAt} is null`,
      ),
    )
  return row?.version ?? null
}

const keepDraft: Calls['keepDraft'] = async (input, context) => {
  const { language, values, version = null, since = null } = input
  if (!readDraft(values)) throw invalid({ values: '草稿的格式不正确' })
  const { db, firmId, caller, now } = context
  const row = { values, version, savedAt: now }
  const [savedDraft] = await db
    .insert(cardDrafts)
    .values({ ...row, firmId, lawyerId: caller.id, language, mandateId: draftMandate(context) })
    .onConflictDoUpdate({
      target: [cardDrafts.firmId, cardDrafts.lawyerId, cardDrafts.language, cardDrafts.mandateId],
      set: row,
      // The same text counts as a repetition whose first answer was lost.
      setWhere: sql`${cardDrafts.savedAt} = ${since}::timestamptz
        or ${cardDrafts.values} = excluded.values`,
    })
    .returning()
  if (!savedDraft) throw new ApiError('4090', '另一个窗口或设备也在写这张名片')
  return { savedAt: now.toISOString(), version: await versionOf(context, language) }
}

/** Deletes the draft of who saves: the lawyer, or an assistant; an administrator's change keeps both. */
export const deleteCardDraft = async (context: Context, language: Language) => {
  if (context.caller.population === 2)
    await context.db.delete(cardDrafts).where(isOwnDraft(context, language))
}

const dropDraft: Calls['dropDraft'] = async ({ language }, context) => {
  await deleteCardDraft(context, language)
  return {}
}

export const draftHandlers = { draft, keepDraft, dropDraft }
