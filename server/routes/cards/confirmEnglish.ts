import { and, eq } from 'drizzle-orm'

import type { cards as resource } from '../../../resources/cards/index.ts'
import { cardContent } from '../../../resources/cards/content.ts'
import { ApiError, notFound } from '../../context/apiError.ts'
import type { Handlers } from '../../context/handlers.ts'
import { cards } from '../../db/tables.ts'
import { log } from '../../services/audit/audit.ts'
import { cardTarget } from '../../services/cards/content.ts'
import { outdatedFields } from '../../services/cards/languageState.ts'
import { lockCard } from './lock.ts'

/** Makes no new version of the card, since its content does not change. */
export const confirmEnglish: Handlers<typeof resource.calls>['confirmEnglish'] = async (
  { id, fields },
  context,
) => {
  const { db, firmId, now } = context
  const { card } = await lockCard(context, id)
  if (card.language !== 'EN') throw notFound()
  const [row] = await db
    .select({ outdated: outdatedFields(firmId) })
    .from(cards)
    .where(and(eq(cards.firmId, firmId), eq(cards.id, id)))
  const outdated = row?.outdated ?? []
  const confirmed = fields.filter(seen => outdated.some(it => it.field === seen.field))
  if (confirmed.some(seen => outdated.some(it => it.field === seen.field && it.version !== seen.version)))
    throw new ApiError('4091', '中文名片又有更新，请刷新后重新核对')
  if (confirmed.length === 0) return {}
  const version = card.publishedVersion ?? card.version
  // Another process, whose clock is ahead, may have published the Chinese card.
  const momentFor = (field: string) => {
    const at = now.toISOString()
    const chineseAt = outdated.find(it => it.field === field)?.at ?? at
    return chineseAt > at ? chineseAt : at
  }
  const publicChanges = {
    ...card.publicChanges,
    ...Object.fromEntries(confirmed.map(({ field }) => [field, { at: momentFor(field), version }])),
  }
  await db
    .update(cards)
    .set({ publicChanges })
    .where(and(eq(cards.firmId, firmId), eq(cards.id, id)))
  const labels = confirmed.map(({ field }) => cardContent[field].label).join('、')
  await log(context, {
    module: 5,
    action: 'confirm',
    target: cardTarget(card),
    reason: `英文名片仍然正确：${labels}`,
  })
  return {}
}
