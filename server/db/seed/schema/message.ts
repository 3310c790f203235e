import { z } from 'zod'

import { flagSchema, fixtureKey, boundedText, timestampSchema } from './fields.ts'

const receiver = z.union([z.strictObject({ admin: fixtureKey }), z.strictObject({ lawyer: fixtureKey })])
type Receiver = z.infer<typeof receiver>

const subject = z.union([
  z.strictObject({ card: fixtureKey, language: z.literal(['CN', 'EN']).default('CN') }),
  z.strictObject({ lawyer: fixtureKey }),
])

const message = z.strictObject({
  /** Each receiver gets a message of their own. */
  to: z.union([receiver, z.array(receiver).min(1)]),
  /** 1 系统通知 2 注册审核 3 名片审核 4 内容审核 5 账号安全 6 事项提醒 7 律所公告 */
  type: z.literal([1, 2, 3, 4, 5, 6, 7]).default(1),
  title: boundedText(50),
  content: boundedText(1000),
  /** 1 普通 2 重要 */
  level: z.literal([1, 2]).default(1),
  about: subject.optional(),
  /** Messages with the same name belong to one announcement. */
  announcement: fixtureKey.optional(),
  senderName: boundedText(20).optional(),
  /** 0 未读 1 已读 */
  status: flagSchema.default(0),
  /** The receivers who have read the message, where only some have. */
  readBy: z.array(receiver).default([]),
  createdAt: timestampSchema.default('-1h'),
})

const receiverName = (receiver: Receiver) =>
  'admin' in receiver ? `admin ${receiver.admin}` : `lawyer ${receiver.lawyer}`

/** Messages as they are stored: one for each receiver. */
export const fixtureMessages = z
  .array(
    message.transform(({ to, readBy, status, ...shared }, context) => {
      const receivers = [to].flat()
      const names = receivers.map(receiverName)
      const readers = readBy.map(receiverName)
      for (const name of readers.filter(reader => !names.includes(reader)))
        context.addIssue({ code: 'custom', path: ['readBy'], message: `no receiver: ${name}` })
      return receivers.map(receiver => ({
        ...shared,
        to: receiver,
        status: readers.includes(receiverName(receiver)) ? (1 as const) : status,
      }))
    }),
  )
  .max(50_000)
  .transform(groups => groups.flat())
