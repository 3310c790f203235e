import { searchText } from '../../lists/searchText.ts'
import type { Db } from '../../connection/open.ts'
import { announcements, batches, messages } from '../../tables.ts'
import type { FirmFixture } from '../fixtureSchema.ts'
import { cardKey } from './cards.ts'
import { type IdsByKey, idOf, officeIdOf } from './ids.ts'
import { timestampOf } from './timestamps.ts'

type Context = {
  db: Db
  firm: FirmFixture
  offices: IdsByKey
  admins: IdsByKey
  lawyers: IdsByKey
  cards: IdsByKey
  now: Date
}
type Message = FirmFixture['messages'][number]
type Row = typeof messages.$inferInsert

const rowsPerInsert = 3000

const receiverOf = ({ to }: Message, { admins, lawyers }: Context) =>
  'admin' in to
    ? { receiverType: 1 as const, receiverId: idOf(admins, 'admin', to.admin) }
    : { receiverType: 2 as const, receiverId: idOf(lawyers, 'lawyer', to.lawyer) }

/** The link of a message leads administrators to the record, and lawyers to their own page. */
const subjectOf = (
  { about, to }: Message,
  { cards, lawyers }: Context,
): Pick<Row, 'bizType' | 'bizId' | 'link'> => {
  if (!about) return {}
  const toAdmin = 'admin' in to
  if ('lawyer' in about)
    return {
      bizType: 'lawyer',
      bizId: idOf(lawyers, 'lawyer', about.lawyer),
      link: toAdmin ? '/app/lawyer' : '/app/user/dashboard',
    }
  const id = idOf(cards, 'card', cardKey(about.card, about.language))
  return { bizType: 'card', bizId: id, link: toAdmin ? `/app/card/detail/${id}` : '/app/user/dashboard' }
}

/** Writes each announcement with the values of its first message; returns the ids by name. */
const writeAnnouncements = async ({ db, firm, offices, now }: Context): Promise<IdsByKey> => {
  const ids: IdsByKey = {}
  const messagesByAnnouncement = Map.groupBy(firm.messages, message => message.announcement ?? '')
  for (const [announcement, [first, ...others]] of messagesByAnnouncement) {
    if (announcement === '' || !first) continue
    const { title, content, level, senderName = '系统' } = first
    const createdAt = timestampOf(first.createdAt, now)
    const shared = { firmId: firm.firmId, createdAt, createdByName: senderName }
    const receiverCount = others.length + 1
    const [batch] = await db
      .insert(batches)
      .values({ ...shared, kind: 'messages.announce', count: receiverCount })
      .returning({ id: batches.id })
    const id = (ids[announcement] = batch!.id)
    await db.insert(announcements).values({
      ...shared,
      id,
      title,
      content,
      level,
      audience: 1,
      organizationIds: [],
      lawyerIds: [],
      adminIds: [],
      organizationId: officeIdOf(firm, offices),
      sent: receiverCount,
      search: searchText(title, content, senderName),
    })
  }
  return ids
}

const rowOf = (message: Message, context: Context, announcementIds: IdsByKey): Row => {
  const { type, title, content, level, senderName, status, announcement } = message
  const createdAt = timestampOf(message.createdAt, context.now)
  return {
    firmId: context.firm.firmId,
    ...receiverOf(message, context),
    type,
    title,
    content,
    level,
    senderName,
    ...subjectOf(message, context),
    ...(announcement && {
      bizType: 'announcement',
      bizId: announcementIds[announcement],
      batchId: announcementIds[announcement],
    }),
    status,
    readAt: status === 1 ? createdAt : null,
    createdAt,
  }
}

export const writeMessages = async (context: Context): Promise<void> => {
  const announcementIds = await writeAnnouncements(context)
  const rows = context.firm.messages.map(message => rowOf(message, context, announcementIds))
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await context.db.insert(messages).values(rows.slice(start, start + rowsPerInsert))
}
