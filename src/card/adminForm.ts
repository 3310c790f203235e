import { cards } from '../../resources/cards/index.ts'
import { type AnyEntity, select } from '../../resources/kit/index.ts'

/** How a card is shown is an administrator's to decide; a lawyer's form has no such section. */
const display = ['showStatus', 'isTop', 'weight']

export const adminForm: AnyEntity = { ...cards, form: { ...cards.form, 展示: display } }

const verdict = select(
  '保存方式',
  [
    [0, '仅保存到待审版本'],
    [1, '修改并通过'],
  ],
  { hint: '该名片正在等待审核' },
)

/** Of a card that waits: whether the change approves it too. */
export const waitingForm: AnyEntity = {
  ...adminForm,
  fields: { ...cards.fields, publish: verdict },
  form: { 审核: ['publish'], ...adminForm.form },
}

const publishing = select(
  '保存方式',
  [
    [1, '立即发布'],
    [0, '存为草稿，由律师提交'],
  ],
  { hint: '发布前需有头像、姓名、职位、专业领域和手机' },
)

export const creationForm: AnyEntity = {
  ...adminForm,
  fields: { ...cards.fields, publish: publishing },
  form: { 所属: ['lawyerId', 'language', 'publish'], ...adminForm.form },
}
