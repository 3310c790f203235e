import { useTranslate } from 'ra-core'

import { call } from '../../../providers/call.ts'
import { CallError, errorSentence } from '../../../providers/envelope.ts'
import { ownPassword, smsCodeField } from '../../../resources/domain/credentials.ts'
import { mobile } from '../../../resources/kit/index.ts'
import { SmsCodeInput, useFormSmsCode } from '../../fields/credentials/SmsCodeInput.tsx'
import { TextInput } from '../../fields/text/TextInput.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import { SecurityDialog } from './factors/SecurityDialog.tsx'

const fields = { mobile: mobile('新手机号'), smsCode: smsCodeField, password: ownPassword }

type Props = { onClose: () => void; onSaved: (mobileMasked: string) => void }

export const MobileDialog = ({ onClose, onSaved }: Props) => {
  const translate = useTranslate()
  const form = useFieldForm(fields, {
    onSave: async values => {
      const smsId = sms.smsIdFor(values.mobile)
      if (smsId === null) return { smsCode: translate('请先获取发送到新手机号的验证码') }
      try {
        const { mobileMasked } = await call('lawyers.updateMobile', { ...values, smsId })
        onSaved(mobileMasked)
      } catch (error) {
        // The server reports a wrong or expired code (4002) without naming a field.
        if (!(error instanceof CallError) || error.code !== '4002') throw error
        return { smsCode: error.message }
      }
    },
  })
  const sms = useFormSmsCode(form.methods, 'changeMobile', error => errorSentence(error, translate))
  return (
    <SecurityDialog
      title={translate('修改手机号')}
      text={translate('手机号是登录账号。保存后请用新手机号登录，其他设备须重新登录。')}
      form={form}
      onClose={onClose}
    >
      <TextInput field={fields.mobile} source="mobile" />
      <SmsCodeInput field={fields.smsCode} sms={sms} />
    </SecurityDialog>
  )
}
