import { useState } from 'react'

import { call } from '../../../providers/call.ts'
import { CallError } from '../../../providers/envelope.ts'
import { mobile, text } from '../../../resources/kit/index.ts'
import { Input } from '../../fields/inputs.tsx'
import { ownPassword } from './ownPassword.ts'
import { SecurityDialog } from './SecurityDialog.tsx'
import { type Sent, SmsCode } from './SmsCode.tsx'
import { useTranslate } from '../../i18n/useTranslate.ts'
import { localized, translate } from '../../../resources/kit/translate.ts'

const fields = localized({
  mobile: mobile('新手机号'),
  smsCode: text('短信验证码', { max: 6, pattern: [/^\d{6}$/, '请输入6位短信验证码'], format: 'tel' }),
  password: ownPassword,
})

/** A code belongs to the number it went to. */
const smsIdFor = (sent: Sent | null, number: string) => {
  if (sent?.mobile === number) return sent.smsId
  const errors = { smsCode: translate('请先获取发送到新手机号的验证码') }
  throw new CallError({ code: '4220', message: errors.smsCode, data: { errors } })
}

type Props = { onClose: () => void; onSaved: (mobileMasked: string) => void }

export const MobileDialog = ({ onClose, onSaved }: Props) => {
  const translate = useTranslate()
  const [sent, setSent] = useState<Sent | null>(null)
  return (
    <SecurityDialog
      title={translate('修改手机号')}
      text={translate('手机号是登录账号。保存后请用新手机号登录，其他设备须重新登录。')}
      fields={fields}
      codeField="smsCode"
      onClose={onClose}
      onSave={async values => {
        const smsId = smsIdFor(sent, values.mobile)
        const { mobileMasked } = await call('lawyers.updateMobile', { ...values, smsId })
        onSaved(mobileMasked)
      }}
    >
      <Input field={fields.mobile} source="mobile" />
      <SmsCode field={fields.smsCode} source="smsCode" onSent={setSent} />
    </SecurityDialog>
  )
}
