import { sql } from 'drizzle-orm'

import type { Services, WecomMessage, WecomSettings } from '../../context/services.ts'
import type { Db } from '../../db/connection/open.ts'
import { messages, type messageMirrors } from '../../db/tables.ts'
import { wecomSettingsIn } from '../settings/signOn.ts'
import { configRow } from '../settings/configRows.ts'
import { systemSettingsFrom } from '../settings/systemConfig.ts'

// A message as the firm's application in 企业微信 sends it to one person.

type Mirror = typeof messageMirrors.$inferSelect

/** What the receiver may decide about in the message itself. */
type OfferedDecision = {
  /** The version that the message shows; a press decides about no other. */
  version: number
  /** What would become public, by the names of the fields. */
  lines: WecomMessage['lines']
  /** Labels of the buttons, and the parameters by which the page asks for the reason of a refusal. */
  approve: string
  refuse: string
  refusal: string
}

/** Finds what an administrator may decide about this record at present; null where it is nothing. */
export type OfferDecision = (
  db: Db,
  about: { firmId: number; adminId: number; bizType: string; bizId: number },
) => Promise<OfferedDecision | null>

/** The key of the button that approves. */
export const approveKey = 'approve'

/** The name by which 企业微信 reports a press: each attempt to send has its own, since one may have arrived unseen. */
const taskIdOf = ({ firmId, id, attempts }: Mirror, version: number) =>
  `${firmId}-${id}-${version}-${attempts + 1}`

/** The mirror and the version that a message showed; null for a name that none of ours has. */
export const taskOf = (taskId: string) => {
  const [, firmId, id, version] = /^(\d{1,9})-(\d{1,15})-(\d{1,9})-\d+$/.exec(taskId) ?? []
  return firmId ? { firmId: Number(firmId), id: Number(id), version: Number(version) } : null
}

type Person = { mobile: string; account: string | null }

/** The person's values by which 企业微信 knows its member; none of somebody who cannot sign in. */
const personOf = async (db: Db, { firmId, population, userId }: Mirror) => {
  const [table, account] = population === 1 ? [sql`admins`, sql`account`] : [sql`lawyers`, sql`employee_no`]
  const { rows } = await db.execute<Person>(sql`
    select mobile, ${account} as account from ${table}
    where firm_id = ${firmId} and id = ${userId} and status = 1 and deleted_at is null`)
  return rows[0]
}

const memberOf = async (
  wecomApp: Services['wecomApp'],
  settings: WecomSettings,
  { mobile, account }: Person,
): Promise<string | null> =>
  (await wecomApp.member(settings, mobile)) ?? (settings.matchesAccount ? account : null)

const contentOf = async (db: Db, { firmId, messageId }: Mirror) => {
  const { rows } = await db.execute<{ content: string; bizType: string | null; bizId: number | null }>(sql`
    select content, biz_type as "bizType", biz_id::int as "bizId" from ${messages}
    where firm_id = ${firmId} and id = ${messageId}`)
  return rows[0]
}

type Firm = { name: string; origin: string | undefined }

/** What is sent to whom; null where it is not wanted any more, or cannot be sent. */
export const wecomTargetOf = async (
  db: Db,
  services: Pick<Services, 'mirrors' | 'wecomApp'>,
  mirror: Mirror,
  firm: Firm,
  offerDecision: OfferDecision,
) => {
  const { firmId, population, userId, title, link } = mirror
  const system = systemSettingsFrom((await configRow(db, firmId, 'system')).value)
  const settings = wecomSettingsIn(system)
  // A card of 企业微信 cannot do without a link.
  if (!settings || firm.origin === undefined) return null
  const person = await personOf(db, mirror)
  const message = await contentOf(db, mirror)
  if (!person || !message) return null
  const { bizType, bizId } = message
  const { isOn, token, key } = system.wecomApp
  const isReceiving = isOn === 1 && Boolean(token && key)
  const offered =
    isReceiving && population === 1 && userId !== null && bizType !== null && bizId !== null
      ? await offerDecision(db, { firmId, adminId: Number(userId), bizType, bizId })
      : null
  const page = `${firm.origin}${services.mirrors.basePath}${link ?? '/'}`
  const card: WecomMessage = {
    source: firm.name,
    title,
    text: message.content,
    link: page,
    lines: offered?.lines ?? [],
    taskId: taskIdOf(mirror, offered?.version ?? 0),
    buttons: offered
      ? [
          { text: offered.approve, key: approveKey, isMain: true },
          { text: offered.refuse, link: `${page}?${offered.refusal}` },
          { text: '打开', link: page },
        ]
      : [],
  }
  return {
    /** The member of 企业微信; null where it knows none by this person's values. */
    member: () => memberOf(services.wecomApp, settings, person),
    send: (member: string) => services.wecomApp.send(settings, member, card),
  }
}
