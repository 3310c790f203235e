import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import { z } from 'zod'

import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import { apiBase } from '../../../providers/request.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { tokenRightsField } from '../../../resources/domain/tokenRights.ts'
import { Input } from '../../fields/inputs.tsx'
import { initialValuesOf } from '../../fields/kinds.tsx'
import { DialogForm } from '../../form/plain/DialogForm.tsx'
import { refreshRows } from '../../form/saving/refreshRows.ts'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import { useSession } from '../../session/sessionContext.ts'
import { confirmPasswordField } from '../actions/dialogFields.ts'
import { SecretDialog } from '../actions/SecretDialog.tsx'
import type { OwnDialogProps } from '../actions/ownDialog.ts'

// Loaded with the dialog, which alone shows them.
const hints: Readonly<Record<string, string>> = {
  isForAgents: '只能通过 MCP 读取资料，不能调用其他接口；还须在“智能体接入”中允许',
  mayPropose: '由您以外的人在审核台批准后才生效；还须在“智能体接入”中允许',
  isForDirectory:
    '供身份源（如 Entra ID、Okta）通过 SCIM 保持人员资料最新，不能调用其他接口；须选“查看人员”“创建账号”和“编辑人员”',
}
const withHints = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      hints[name] ? { ...field, hint: hints[name] } : field,
    ]),
  )

const chosen = z.object({ name: z.string(), isForDirectory: z.literal([0, 1]).catch(0) })
/** The address that an identity provider asks for. */
const scimAddress = () => new URL(`${apiBase}/scim/v2`, location.href).href

const answer = z.object({ id: z.int(), token: z.string() })

/** Makes an API token with some of the user's own capabilities, and shows it once. */
export const NewTokenDialog = ({ resource, action, record, onClose }: OwnDialogProps) => {
  const translate = useTranslate()
  const { act } = useDataProvider<AdminDataProvider>()
  const client = useQueryClient()
  const { self } = useSession()
  const fields = useMemo(
    () => ({
      ...withHints(action.ask ?? {}),
      capabilities: tokenRightsField(self.capabilities),
      confirmPassword: confirmPasswordField,
    }),
    [action, self],
  )
  const [secret, setSecret] = useState<(z.output<typeof chosen> & { token: string }) | null>(null)
  const form = useFieldForm(fields, {
    initial: initialValuesOf(fields),
    onSave: async values => {
      const { token } = answer.parse((await act(resource.name, action.name, record, values)).data)
      setSecret({ ...chosen.parse(values), token })
      await refreshRows(client)
    },
  })
  if (secret) {
    const address = { id: 0 }
    const isForDirectory = secret.isForDirectory === 1
    return (
      <SecretDialog
        title={translate('接口令牌')}
        text={
          isForDirectory
            ? translate(
                '令牌只显示这一次，请与下面的地址一起填入身份源（作为 Bearer 令牌）。不要通过邮件或聊天发送。',
              )
            : translate('令牌只显示这一次，请复制后交给程序，放在请求头 Token 中。不要通过邮件或聊天发送。')
        }
        secrets={[
          { record, secret: secret.token },
          ...(isForDirectory ? [{ record: address, secret: scimAddress() }] : []),
        ]}
        titleOf={shown => (shown === address ? translate('SCIM 地址') : secret.name)}
        onClose={onClose}
      />
    )
  }
  return (
    <DialogForm
      form={form}
      title={translate(action.label)}
      submitLabel={translate('新建')}
      busyLabel={translate('处理中…')}
      onClose={onClose}
    >
      {Object.entries(fields).map(([name, field]) => (
        <Input key={name} field={field} source={name} isDisabled={form.isSubmitting} />
      ))}
    </DialogForm>
  )
}
