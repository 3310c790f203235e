import type { Context as HttpContext } from 'hono'
import { z } from 'zod'

import { getCall, postCall } from '../../../resources/kit/index.ts'
import { ApiError } from '../../context/apiError.ts'
import { bindHandlers } from '../../context/bind.ts'
import type { PublicContext } from '../../context/context.ts'
import { ownTransaction } from '../../context/handlers.ts'
import { strangersStatus, type Wire } from '../../context/wire.ts'
import {
  elementsIn,
  encryptedIn,
  type EnvelopeKeys,
  hasWecomSignature,
  openText,
  sealedAnswer,
  type Signed,
  xmlOf,
} from '../../services/integrations/wecomEnvelope.ts'
import { limitRate, networkOf } from '../../services/limits/counters.ts'
import { approveKey } from '../../services/messages/wecomMirror.ts'
import { configRow } from '../../services/settings/configRows.ts'
import { systemSettingsFrom } from '../../services/settings/systemConfig.ts'
import type { BulkKinds } from '../bulk/kind.ts'
import { approveByPress } from './decisions.ts'

// 企业微信 calls this address of an application: once to verify it, and then with every event (developer.work.weixin.qq.com/
// document/path/90930 and 96468). It answers like an address that does not exist until the firm has switched it on.

/** A press is about 1 kB. */
const maxBytes = 16 * 1024

const signed = {
  msg_signature: z.string().max(100),
  timestamp: z.string().regex(/^\d{1,12}$/),
  nonce: z.string().max(100),
}
const answer = z.object({ type: z.string(), body: z.string() })

const calls = {
  verify: getCall(
    '/wecom/app',
    'public',
    () => z.object({ ...signed, echostr: z.string().max(2000) }),
    () => answer,
    { isAddition: true },
  ),
  receive: postCall(
    '/wecom/app',
    'public',
    () => z.object({ ...signed, text: z.string() }),
    () => answer,
    { isAddition: true },
  ),
}

/** The body as text; throws where it is longer than any event. */
const bodyOf = async ({ req }: HttpContext) => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of req.raw.body ?? []) {
    size += piece.length
    if (size > maxBytes) throw new ApiError('4000', '请求内容过大')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

const wire: Wire = {
  maxBytes,
  open: async http => ({ values: http.req.method === 'POST' ? { text: await bodyOf(http) } : {} }),
  send: (http, data) => {
    const { type, body } = answer.parse(data)
    return http.body(body, 200, { 'Content-Type': `${type}; charset=utf-8` })
  },
  refusalStatus: strangersStatus,
}

type Input = { msg_signature: string; timestamp: string; nonce: string }

/** Requests of one network: 企业微信 sends all events of a firm from a few addresses. */
const limit = { most: 600, windowMs: 60_000 }
/** How far the time of a request may be away, which its signature contains. */
const toleranceMs = 10 * 60_000

/** What the firm's application and 企业微信 both know; throws as for an unknown address where the firm has none. */
const keysFor = async ({ database, firmId, ip, now }: PublicContext) => {
  await limitRate(database, `wecom:${firmId}:${networkOf(ip)}`, limit, now)
  const { value } = await database.read(firmId, db => configRow(db, firmId, 'system'))
  const { wecom, wecomApp } = systemSettingsFrom(value)
  const { isOn, token, key } = wecomApp
  if (isOn !== 1 || !wecom.corpId || !token || !key) throw new ApiError('4040', '页面不存在')
  return { corpId: wecom.corpId, agentId: wecom.agentId, token, key }
}

/** The decrypted text of a request; throws unless 企业微信 has signed it a short time ago. */
const openedText = (
  keys: EnvelopeKeys,
  { now }: PublicContext,
  { msg_signature: signature, timestamp, nonce }: Input,
  encrypted: string,
) => {
  const isRecent = Math.abs(now.getTime() - Number(timestamp) * 1_000) <= toleranceMs
  const proof: Signed = { signature, timestamp, nonce }
  const text = isRecent && hasWecomSignature(keys, proof, encrypted) ? openText(keys, encrypted) : null
  if (text === null) throw new ApiError('4000', '签名不正确或已过期')
  return text
}

/** A card that takes the place of the one with buttons (document/path/90241). */
const cardWith = (
  sentence: string,
  { member, link, now }: { member: string; link: string; now: Date },
  corpId: string,
) =>
  xmlOf({
    ToUserName: member,
    FromUserName: corpId,
    CreateTime: Math.floor(now.getTime() / 1_000),
    MsgType: 'update_template_card',
    TemplateCard: {
      CardType: 'text_notice',
      MainTitle: { Title: '审核结果' },
      SubTitleText: sentence,
      CardAction: { Type: 1, Url: link },
    },
  })

const nothing = { type: 'text/plain', body: '' }

const handlers = (kinds: BulkKinds) => ({
  verify: ownTransaction(async (input: Input & { echostr: string }, context: PublicContext) => ({
    type: 'text/plain',
    body: openedText(await keysFor(context), context, input, input.echostr),
  })),
  receive: ownTransaction(async (input: Input & { text: string }, context: PublicContext) => {
    const { database, services, firmId, now, requestId, host } = context
    const { agentId, ...keys } = await keysFor(context)
    const encrypted = encryptedIn(input.text)
    const event = elementsIn(openedText(keys, context, input, encrypted)) ?? {}
    const {
      Event: name,
      EventKey: key,
      TaskId: taskId = '',
      FromUserName: member = '',
      AgentID: agent,
    } = event
    // Everything else that happens to the application is no business of this address.
    if (name !== 'template_card_event' || key !== approveKey || agent !== agentId) return nothing
    const runtime = { database, services, now: () => now, kinds }
    const sentence = await approveByPress(runtime, { firmId, member, taskId }, requestId)
    const link = `https://${host}${services.mirrors.basePath}/`
    const card = cardWith(sentence, { member, link, now }, keys.corpId)
    return { type: 'application/xml', body: sealedAnswer(keys, input, card) }
  }),
})

/** The calls of 企业微信, which take the actions of these entities. */
export const wecomCalls = (kinds: BulkKinds) =>
  bindHandlers({ name: 'wecomApp', calls }, handlers(kinds)).map(bound => ({ ...bound, wire }))
