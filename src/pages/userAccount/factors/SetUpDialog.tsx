import { useTranslate } from 'ra-core'
import { encodeQR } from 'qr'
import { useMemo, useState } from 'react'

import type { ServedCall } from '../../../../providers/call.ts'
import { ownPassword } from '../../../../resources/domain/credentials.ts'
import { factorCodeField } from '../../../../resources/domain/factorFields.ts'
import { CodeInput } from '../../../fields/credentials/CodeInput.tsx'
import { PasswordInput } from '../../../fields/credentials/PasswordInput.tsx'
import { DialogForm } from '../../../form/plain/DialogForm.tsx'
import { useFieldForm } from '../../../form/plain/useFieldForm.ts'
import { useServedCall } from '../../../session/useCall.ts'
import { Secret } from '../../../ui/secret/Secret.tsx'
import { RecoveryCodesDialog } from './RecoveryCodes.tsx'

type FactorSecret = { key: string; uri: string }
type StepProps = { onClose: () => void }

const passwordFields = { password: ownPassword }
const codeFields = { code: factorCodeField }

type BeginProps = StepProps & {
  beginCall: ServedCall<'session.beginFactor'>
  onBegun: (secret: FactorSecret) => void
}

const PasswordStep = ({ beginCall, onBegun, onClose }: BeginProps) => {
  const translate = useTranslate()
  const form = useFieldForm(passwordFields, {
    onSave: async values => onBegun(await beginCall(values)),
  })
  return (
    <DialogForm
      form={form}
      title={translate('开启两步验证')}
      submitLabel={translate('下一步')}
      busyLabel={translate('验证中…')}
      onClose={onClose}
    >
      <p>
        {translate(
          '请先在手机上安装身份验证器应用，例如 Microsoft Authenticator、Google Authenticator 或腾讯身份验证器。',
        )}
      </p>
      <PasswordInput field={ownPassword} source="password" isCurrent />
    </DialogForm>
  )
}

/** Splits a key into groups of four, which are easier to type. */
const groupDigits = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

type ScanProps = StepProps & {
  secret: FactorSecret
  confirmCall: ServedCall<'session.confirmFactor'>
  onConfirmed: (codes: readonly string[]) => void
}

const ScanStep = ({ secret: { key, uri }, confirmCall, onConfirmed, onClose }: ScanProps) => {
  const translate = useTranslate()
  const picture = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(encodeQR(uri, 'svg', { ecc: 'medium', border: 4 }))}`,
    [uri],
  )
  const form = useFieldForm(codeFields, {
    onSave: async values => onConfirmed((await confirmCall(values)).recoveryCodes),
  })
  return (
    <DialogForm
      form={form}
      title={translate('开启两步验证')}
      submitLabel={translate('确认开启')}
      busyLabel={translate('验证中…')}
      onClose={onClose}
    >
      <p>{translate('用身份验证器应用扫描二维码，再输入应用中显示的验证码。确认后其他设备须重新登录。')}</p>
      <img className="factor-code" src={picture} alt={translate('两步验证的二维码')} />
      <Secret name={translate('无法扫描时，在应用中手动输入密钥')} text={key} shownAs={groupDigits(key)} />
      <CodeInput field={factorCodeField} source="code" />
    </DialogForm>
  )
}

type Props = { onClose: () => void; onDone: () => void }

/** Sets up the second factor: password, QR code with the first code, recovery codes. */
export const SetUpDialog = ({ onClose, onDone }: Props) => {
  const beginCall = useServedCall('session.beginFactor')
  const confirmCall = useServedCall('session.confirmFactor')
  const [secret, setSecret] = useState<FactorSecret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onDone} />
  if (!beginCall || !confirmCall) return null
  return secret ? (
    <ScanStep key="scan" secret={secret} confirmCall={confirmCall} onConfirmed={setCodes} onClose={onClose} />
  ) : (
    <PasswordStep key="password" beginCall={beginCall} onBegun={setSecret} onClose={onClose} />
  )
}
