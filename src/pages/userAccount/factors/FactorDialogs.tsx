import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { ownPassword } from '../../../../resources/domain/credentials.ts'
import { factorCodeField } from '../../../../resources/domain/factorFields.ts'
import { useServedCall } from '../../../session/useCall.ts'
import { CodeInput } from '../../../fields/credentials/CodeInput.tsx'
import { PasswordInput } from '../../../fields/credentials/PasswordInput.tsx'
import { DialogForm } from '../../../form/plain/DialogForm.tsx'
import { type FieldFormState, useFieldForm } from '../../../form/plain/useFieldForm.ts'
import { RecoveryCodesDialog } from './RecoveryCodes.tsx'

const fields = { password: ownPassword, code: factorCodeField }

type Props = { onClose: () => void; onDone: () => void }
type ProofProps = {
  form: Pick<FieldFormState, 'methods' | 'isSubmitting' | 'failure' | 'submit'>
  title: string
  text: string
  submitLabel: string
  isDanger?: boolean
  onClose: () => void
}

/** Removing the second factor or renewing its codes requires the password and a code. */
const ProofDialog = ({ text, ...dialog }: ProofProps) => {
  const translate = useTranslate()
  return (
    <DialogForm {...dialog} busyLabel={translate('验证中…')}>
      <p>{text}</p>
      <PasswordInput field={ownPassword} source="password" isCurrent />
      <CodeInput field={factorCodeField} source="code" />
    </DialogForm>
  )
}

export const RemoveFactorDialog = ({ onClose, onDone }: Props) => {
  const translate = useTranslate()
  const removeCall = useServedCall('session.removeFactor')
  const form = useFieldForm(fields, {
    onSave: async values => {
      if (!removeCall) return
      await removeCall(values)
      onDone()
    },
  })
  return (
    <ProofDialog
      form={form}
      title={translate('关闭两步验证')}
      text={translate('关闭后仅凭密码或短信验证码即可登录，恢复码同时失效。其他设备须重新登录。')}
      submitLabel={translate('关闭两步验证')}
      isDanger
      onClose={onClose}
    />
  )
}

export const RenewCodesDialog = ({ onClose, onDone }: Props) => {
  const translate = useTranslate()
  const renewCall = useServedCall('session.renewRecoveryCodes')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useFieldForm(fields, {
    onSave: async values => {
      if (renewCall) setCodes((await renewCall(values)).recoveryCodes)
    },
  })
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onDone} />
  return (
    <ProofDialog
      form={form}
      title={translate('更换恢复码')}
      text={translate('生成10个新的恢复码，原有的恢复码立即失效。其他设备须重新登录。')}
      submitLabel={translate('生成恢复码')}
      onClose={onClose}
    />
  )
}
