import { useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'

import { call } from '../../../providers/call.ts'
import { ownPassword } from '../../../resources/domain/credentials.ts'
import { optional, select, text } from '../../../resources/kit/index.ts'
import { securityQuestionChoices } from '../../../resources/session.ts'
import { Input } from '../../fields/inputs.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import { SecurityDialog } from './factors/SecurityDialog.tsx'

/** Id of the entry for a question that the user writes. */
const customQuestionId = 6

const fields = {
  question: select(
    '密保问题',
    securityQuestionChoices.map(({ id, question }) => [id, question] as const),
  ),
  own: optional(text('自定义问题', { min: 2, max: 40 })),
  answer: text('答案', { max: 40, hint: '不区分大小写和空格，请只使用自己知道的答案' }),
  password: ownPassword,
}

const CustomQuestion = () => {
  const question: unknown = useWatch({ name: 'question' })
  return question === customQuestionId && <Input field={{ ...fields.own, isRequired: true }} source="own" />
}

export const QuestionDialog = ({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) => {
  const translate = useTranslate()
  const form = useFieldForm(fields, {
    onSave: async ({ question, own, answer, password }) => {
      const chosen = question === customQuestionId ? own : question
      if (chosen == null) return { own: translate('请输入自定义问题') }
      await call('session.question', { question: chosen, answer, password })
      onSaved()
    },
  })
  return (
    <SecurityDialog
      title={translate('设置密保问题')}
      text={translate('忘记密码时，答案和短信验证码一起可以重设密码。保存后其他设备须重新登录。')}
      form={form}
      onClose={onClose}
    >
      <Input field={fields.question} source="question" />
      <CustomQuestion />
      <Input field={fields.answer} source="answer" />
    </SecurityDialog>
  )
}
