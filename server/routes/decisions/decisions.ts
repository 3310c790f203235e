import { and, desc, eq, gte, inArray } from 'drizzle-orm'

import { concealable, defaultVisibility } from '../../../resources/cards/index.ts'
import { firmClock } from '../../../resources/kit/firmTime.ts'
import { ApiError, ValidationError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Runtime } from '../../context/runtime.ts'
import type { Db } from '../../db/connection/open.ts'
import { cards, logs, messageMirrors, messages, type StoredCardContent } from '../../db/tables.ts'
import { cardDiff, choiceNames } from '../../services/cards/diff.ts'
import { contextInNameOf } from '../../services/identity/inNameOf.ts'
import { type OfferDecision, taskOf } from '../../services/messages/wecomMirror.ts'
import type { BulkAction, BulkKind, BulkKinds, Row } from '../bulk/kind.ts'

// Decisions that are made in a message elsewhere. A press takes the declared action of the record's list with the present rights
// of the receiver, as the button of the list does, so that state, version, log and messages are the same.

type Options = Pick<Runtime, 'database' | 'services' | 'now'> & { kinds: BulkKinds }

type Decidable = { resource: string; approve: string; refuse: string }

/** What a message is about, by its `bizType`: the entity, and the names of its two actions. */
const decidables: Readonly<Record<string, Decidable>> = {
  card: { resource: 'cards', approve: 'approve', refuse: 'reject' },
  article: { resource: 'articles', approve: 'pass', refuse: 'refuse' },
  lawyer: { resource: 'lawyers', approve: 'pass', refuse: 'refuse' },
}

type Found = { kind: BulkKind; approve: BulkAction; refuse: BulkAction; names: Decidable }

const decidableIn = (kinds: BulkKinds, bizType: string): Found | null => {
  const names = decidables[bizType]
  const kind = names && kinds[names.resource]
  const [approve, refuse] = [kind?.actions[names?.approve ?? ''], kind?.actions[names?.refuse ?? '']]
  return names && kind && approve && refuse ? { kind, approve, refuse, names } : null
}

/** The record in the receiver's scope with its present version; null where the right or the record is gone. */
const presentRow = async (context: Context, { kind, approve }: Found, id: number) => {
  try {
    approve.permit(context, null)
    const [row] = await kind.rows(context, {}, [id])
    return row ? { row, version: Number(row['version'] ?? (await kind.versionOf(context, {}, id))) } : null
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

const origin = { requestId: 'wecom', ip: '', device: '企业微信应用消息' }

/** Whether everybody who opens the card may see this field at once. */
const isDisclosed = ({ visibility }: StoredCardContent, field: string) => {
  const name = concealable.find(it => it === field)
  return !name || (visibility?.[name] ?? defaultVisibility[name]) === 1
}

/** Lines that a message shows. */
const shownLines = 6

/** The changed fields of a card with their new values, as far as these will be public, and how many others there are. */
const linesOfCard = async (db: Db, firmId: number, id: number) => {
  const [card] = await db
    .select({ content: cards.content, published: cards.published, language: cards.language })
    .from(cards)
    .where(and(eq(cards.firmId, firmId), eq(cards.id, id)))
  if (!card) return []
  const { content, published, language } = card
  const before = published ?? {}
  const names = await choiceNames(db, firmId, [before, content], language)
  const changes = cardDiff(before, content, names, language)
  const lines = changes
    .filter(({ field }) => isDisclosed(content, field))
    .map(({ label, after }) => ({ name: label, value: String(after) }))
  if (lines.length === changes.length && lines.length <= shownLines) return lines
  const shown = lines.slice(0, shownLines - 1)
  return [...shown, { name: '另有', value: `${changes.length - shown.length}项，请打开查看` }]
}

/** Finds what an administrator may decide about at present. */
export const decisionOffers =
  ({ kinds, ...runtime }: Options): OfferDecision =>
  async (db, { firmId, adminId, bizType, bizId }) => {
    const found = decidableIn(kinds, bizType)
    if (!found) return null
    const context = await contextInNameOf(runtime, db, { firmId, population: 1, id: adminId }, origin)
    const present = context && (await presentRow(context, found, bizId))
    if (!present || !found.approve.isOffered(present.row)) return null
    return {
      version: present.version,
      lines: bizType === 'card' ? await linesOfCard(db, firmId, bizId) : [],
      approve: found.approve.label,
      refuse: found.refuse.label,
      refusal: new URLSearchParams({ action: found.names.refuse }).toString(),
    }
  }

/** A press of a button, as 企业微信 reports it. */
type Press = { firmId: number; member: string; taskId: string }

const changedSentence = '消息发出后内容又有修改，没有通过。请打开查看后审核。'

/** Who has decided about the record since the message, how and when; a general sentence where the log does not say so. */
const decisionSentence = async (
  { db, firmId }: Context,
  { kind, approve, refuse, names }: Found,
  { bizId, since }: { bizId: number; since: Date },
) => {
  const [last] = await db
    .select({ name: logs.operatorName, action: logs.action, at: logs.createdAt })
    .from(logs)
    .where(
      and(
        eq(logs.firmId, firmId),
        eq(logs.targetType, names.resource),
        eq(logs.targetId, bizId),
        inArray(logs.action, [names.approve, names.refuse]),
        gte(logs.createdAt, since),
      ),
    )
    .orderBy(desc(logs.createdAt), desc(logs.id))
    .limit(1)
  if (!last) return `这条${kind.label}现在不需要审核。`
  const time = firmClock(last.at).slice(0, 16)
  const verb = last.action === names.approve ? approve.label : refuse.label
  return `${last.name}在${time}已${verb}。`
}

const refusal = (error: unknown) => {
  if (error instanceof ValidationError) return Object.values(error.errors).join('；')
  if (error instanceof ApiError) return error.message
  throw error
}

const unknownSentence = '这条消息已失效，请在后台处理。'

/** The mirror that the member was sent, with what its message is about; null if it was sent to somebody else. */
const mirrorOf = async (db: Db, { firmId, member, taskId }: Press) => {
  const task = taskOf(taskId)
  if (task?.firmId !== firmId) return null
  const [mirror] = await db
    .select({
      userId: messageMirrors.userId,
      population: messageMirrors.population,
      sentTo: messageMirrors.sentTo,
      since: messageMirrors.createdAt,
      bizType: messages.bizType,
      bizId: messages.bizId,
    })
    .from(messageMirrors)
    .innerJoin(
      messages,
      and(eq(messages.firmId, messageMirrors.firmId), eq(messages.id, messageMirrors.messageId)),
    )
    .where(
      and(
        eq(messageMirrors.firmId, firmId),
        eq(messageMirrors.id, task.id),
        eq(messageMirrors.channel, 'wecom'),
      ),
    )
  // 企业微信 does not distinguish case in the ids of members.
  if (mirror?.sentTo?.toLowerCase() !== member.toLowerCase()) return null
  const { userId, population, bizType, bizId, since } = mirror
  return population === 1 && userId !== null && bizType !== null && bizId !== null
    ? { adminId: userId, bizType, bizId, version: task.version, since }
    : null
}

const approveIn = async ({ kinds, ...runtime }: Options, db: Db, press: Press, requestId: string) => {
  const mirror = await mirrorOf(db, press)
  const found = mirror && decidableIn(kinds, mirror.bizType)
  if (!found) return unknownSentence
  const person = { firmId: press.firmId, population: 1 as const, id: mirror.adminId }
  const context = await contextInNameOf(runtime, db, person, { ...origin, requestId })
  const present = context && (await presentRow(context, found, mirror.bizId))
  if (!present) return '您现在不能审核这条内容，可能已转给他人或已删除。'
  if (!found.approve.isOffered(present.row)) return decisionSentence(context, found, mirror)
  if (present.version !== mirror.version) return changedSentence
  const row: Row = { ...present.row, version: present.version }
  await found.approve.perform(row, {}, context)
  return `您已${found.approve.label}。`
}

/**
 * Approves what a message is about, for the member to whom it was sent, and answers a sentence for him. It approves the
 * version that the message showed and no other, so that a press that arrives again changes nothing.
 */
export const approveByPress = async (options: Options, press: Press, requestId: string): Promise<string> => {
  const attempt = () => options.database.write(press.firmId, db => approveIn(options, db, press, requestId))
  try {
    // Somebody else may decide between the look and the decision; then the second look says who it was.
    return await attempt().catch((error: unknown) => {
      if (error instanceof ApiError && ['4090', '4091'].includes(error.code)) return attempt()
      throw error
    })
  } catch (error) {
    return refusal(error)
  }
}
