import type { Db } from '../../open.ts'
import { messages } from '../../tables.ts'
import type { FirmFixture } from '../fixtureSchema.ts'
import { cardKey } from './cards.ts'
import type { Ids } from './firm.ts'
import { momentOf } from './moments.ts'

type Context = { db: Db; firm: FirmFixture; admins: Ids; lawyers: Ids; cards: Ids; now: Date }
type Message = FirmFixture['messages'][number]
type Row = typeof messages.$inferInsert

const most = 3000

const receiverOf = ({ to }: Message, { admins, lawyers }: Context) =>
  'admin' in to
    ? { receiverType: 1 as const, receiverId: admins[to.admin] ?? 0 }
    : { receiverType: 2 as const, receiverId: lawyers[to.lawyer] ?? 0 }

/** Administrators are led to the thing itself, lawyers to their own page. */
const subjectOf = (
  { about, to }: Message,
  { cards, lawyers }: Context,
): Pick<Row, 'bizType' | 'bizId' | 'link'> => {
  if (!about) return {}
  const toAdmin = 'admin' in to
  if ('lawyer' in about)
    return {
      bizType: 'lawyer',
      bizId: lawyers[about.lawyer],
      link: toAdmin ? '/app/lawyer' : '/app/user/dashboard',
    }
  const id = cards[cardKey(about.card, about.language)]
  return { bizType: 'card', bizId: id, link: toAdmin ? `/app/card/detail/${id}` : '/app/user/dashboard' }
}

const rowOf = (message: Message, context: Context): Row => {
  const { type, title, content, level, senderName, status } = message
  const createdAt = momentOf(message.createdAt, context.now)
  return {
    firmId: context.firm.firmId,
    ...receiverOf(message, context),
    type,
    title,
    content,
    level,
    senderName,
    ...subjectOf(message, context),
    status,
    readAt: status === 1 ? createdAt : null,
    createdAt,
  }
}

export const writeMessages = async (context: Context): Promise<void> => {
  const rows = context.firm.messages.map(it => rowOf(it, context))
  for (let start = 0; start < rows.length; start += most)
    await context.db.insert(messages).values(rows.slice(start, start + most))
}
