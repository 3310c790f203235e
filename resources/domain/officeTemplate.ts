import { type Fields, fromKeys, group, keysOf, optional, type RecordValues, select } from '../kit/index.ts'
import { cardPageFields as page } from './cardPage.ts'

// 名片模板 of an office: what its cards have instead of the firm's 名片页. A part that is absent is the firm's.

const { organizationId: _office, ...policy } = page.policy.fields
const locks = fromKeys(keysOf(policy), name =>
  optional(
    select(policy[name].label, [
      [2, '需审'],
      [3, '锁定'],
    ]),
  ),
)

/** The parts that draw a card; the mini-program gets them with the card. */
export const officeLayoutFields = {
  template: optional(page.template),
  background: page.background,
  textColor: page.textColor,
  avatarStyle: page.avatarStyle,
  headFields: optional(page.headFields),
  blocks: optional(page.blocks),
} satisfies Fields

export const cardTemplateFields = {
  ...officeLayoutFields,
  requiredFields: optional(page.requiredFields),
  policy: optional(group('字段修改权限', locks, { hint: '只能比律所的设置更严' })),
} satisfies Fields
export type CardTemplate = RecordValues<typeof cardTemplateFields>
