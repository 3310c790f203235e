import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser'
import { useTranslate } from 'ra-core'

import { CallError, errorSentence, nonStandardFailure } from '../../../../providers/envelope.ts'
import { ownPassword } from '../../../../resources/domain/credentials.ts'
import { type OutputOf, text } from '../../../../resources/kit/index.ts'
import type { Translate } from '../../../../resources/kit/translate.ts'
import type { session } from '../../../../resources/session.ts'
import { useServedCall } from '../../../session/useCall.ts'
import { PasswordInput } from '../../../fields/credentials/PasswordInput.tsx'
import { TextInput } from '../../../fields/text/TextInput.tsx'
import { DialogForm } from '../../../form/plain/DialogForm.tsx'
import { useFieldForm } from '../../../form/plain/useFieldForm.ts'
import { deviceName } from '../../../record/devices/deviceName.ts'

export type OwnPasskey = OutputOf<(typeof session.calls)['passkeys']>[number]
export type PasskeyTask = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: OwnPasskey }

const nameField = text('名称', { max: 30, hint: '便于辨认，例如“办公室电脑”' })
const addFields = { name: nameField, password: ownPassword }
const renameFields = { name: nameField }
const removeFields = { password: ownPassword }

type StepProps = { onClose: () => void; onDone: () => void }

const isCreationOptions = (options: object): options is PublicKeyCredentialCreationOptionsJSON =>
  ['rp', 'user', 'challenge', 'pubKeyCredParams'].every(name => name in options)

/** Wording of the browser's errors while it creates a passkey. */
const creationError = (error: unknown, translate: Translate) => {
  if (error instanceof CallError) return errorSentence(error, translate)
  return error instanceof Error && error.name === 'InvalidStateError'
    ? translate('此设备上已有该账号的通行密钥')
    : translate('没有完成通行密钥的创建，请重试')
}

const AddPasskey = ({ onClose, onDone }: StepProps) => {
  const translate = useTranslate()
  const beginCall = useServedCall('session.beginPasskey')
  const addCall = useServedCall('session.addPasskey')
  const form = useFieldForm(addFields, {
    initial: { name: deviceName(navigator.userAgent, translate) },
    say: creationError,
    onSave: async ({ name, password }) => {
      if (!beginCall || !addCall) return
      const { options } = await beginCall({ password })
      if (!isCreationOptions(options)) throw new CallError(nonStandardFailure)
      const credential = await startRegistration({ optionsJSON: options })
      await addCall({ name, credential: { ...credential } })
      onDone()
    },
  })
  return (
    <DialogForm
      form={form}
      title={translate('添加通行密钥')}
      submitLabel={translate('继续')}
      busyLabel={translate('验证中…')}
      onClose={onClose}
    >
      <p>{translate('输入登录密码后，浏览器会请您用指纹、面容或设备密码确认。添加后其他设备须重新登录。')}</p>
      <TextInput field={nameField} source="name" />
      <PasswordInput field={ownPassword} source="password" isCurrent />
    </DialogForm>
  )
}

const RenamePasskey = ({ passkey, onClose, onDone }: StepProps & { passkey: OwnPasskey }) => {
  const translate = useTranslate()
  const renameCall = useServedCall('session.renamePasskey')
  const { id, version } = passkey
  const form = useFieldForm(renameFields, {
    initial: { name: passkey.name },
    onSave: async ({ name }) => {
      if (!renameCall) return
      await renameCall({ id, version, name })
      onDone()
    },
  })
  return (
    <DialogForm
      form={form}
      title={translate('通行密钥改名')}
      submitLabel={translate('保存')}
      busyLabel={translate('保存中…')}
      onClose={onClose}
    >
      <TextInput field={nameField} source="name" />
    </DialogForm>
  )
}

const RemovePasskey = ({ passkey, onClose, onDone }: StepProps & { passkey: OwnPasskey }) => {
  const translate = useTranslate()
  const removeCall = useServedCall('session.removePasskey')
  const form = useFieldForm(removeFields, {
    onSave: async ({ password }) => {
      if (!removeCall) return
      await removeCall({ id: passkey.id, password })
      onDone()
    },
  })
  return (
    <DialogForm
      form={form}
      title={translate('移除通行密钥')}
      submitLabel={translate('移除')}
      busyLabel={translate('验证中…')}
      isDanger
      onClose={onClose}
    >
      <p>
        {translate(
          '移除后不能再用“%{name}”登录，其他设备须重新登录。设备或密码管理器中的通行密钥请自行删除。',
          {
            name: passkey.name,
          },
        )}
      </p>
      <PasswordInput field={ownPassword} source="password" isCurrent />
    </DialogForm>
  )
}

type Props = StepProps & { task: PasskeyTask }

/** Dialog for adding, renaming or removing a passkey, loaded on demand. */
export const PasskeyDialog = ({ task, ...props }: Props) => {
  if (task.kind === 'add') return <AddPasskey {...props} />
  const { kind, passkey } = task
  return kind === 'rename' ? (
    <RenamePasskey passkey={passkey} {...props} />
  ) : (
    <RemovePasskey passkey={passkey} {...props} />
  )
}
