import { cards } from '../../resources/cards/index.ts'
import { type AnyEntity, date, optional, select } from '../../resources/kit/index.ts'

/** Fields for the display of a card, which only administrators decide about. */
const displayFields = ['showStatus', 'isTop', 'weight']

export const cardAdminForm: AnyEntity = { ...cards, form: { ...cards.form, 展示: displayFields } }

const saveModeField = select(
  '保存方式',
  [
    [0, '仅保存到待审版本'],
    [1, '修改并通过'],
  ],
  { hint: '该名片正在等待审核' },
)

/** Form for a card that waits for review, in which the administrator can also approve it. */
export const pendingCardForm: AnyEntity = {
  ...cardAdminForm,
  fields: { ...cards.fields, publish: saveModeField },
  form: { 审核: ['publish'], ...cardAdminForm.form },
}

const effectiveOnField = optional(
  date('生效日期', { hint: '不填则立即发布；填写后当天0:00自动发布，生效前可以撤回' }),
)

/** The form of a published card, whose change can become public on a later day. */
export const withEffectiveDay = (resource: AnyEntity): AnyEntity => ({
  ...resource,
  fields: {
    ...resource.fields,
    effectiveOn: effectiveOnField,
  },
  form: { ...resource.form, 发布: ['effectiveOn'] },
})

const publishModeField = select(
  '保存方式',
  [
    [1, '立即发布'],
    [0, '存为草稿，由律师提交'],
  ],
  { hint: '发布前需有头像、姓名、职位、专业领域和手机' },
)

export const cardCreationForm: AnyEntity = {
  ...cardAdminForm,
  fields: { ...cards.fields, publish: publishModeField },
  form: { 所属: ['lawyerId', 'language', 'publish'], ...cardAdminForm.form },
}
