import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'ra-core'
import { useState } from 'react'
import { z } from 'zod'

import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import { Input } from '../../fields/inputs.tsx'
import { initialValuesOf } from '../../fields/kinds.tsx'
import { DialogForm } from '../../form/plain/DialogForm.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import type { OwnDialogProps } from '../actions/ownDialog.ts'
import { SecretDialog } from '../actions/SecretDialog.tsx'
import { previewLinkAddress } from './previewLinkAddress.ts'

const answer = z.object({ linkKey: z.string() })
const given = z.object({ recipient: z.string() })

/** Makes a link to a preview and shows its address once. */
export const NewLinkDialog = ({ resource, action, record, onClose }: OwnDialogProps) => {
  const translate = useTranslate()
  const { act } = useDataProvider<AdminDataProvider>()
  const client = useQueryClient()
  const fields = action.ask ?? {}
  const [link, setLink] = useState<{ recipient: string; address: string } | null>(null)
  const form = useFieldForm(fields, {
    initial: initialValuesOf(fields),
    onSave: async values => {
      const { linkKey } = answer.parse((await act(resource.name, action.name, record, values)).data)
      setLink({ ...given.parse(values), address: previewLinkAddress(linkKey) })
      await client.invalidateQueries({ queryKey: ['previewLinks'] })
    },
  })
  if (link)
    return (
      <SecretDialog
        title={translate(action.label)}
        text={translate('链接只显示这一次，请复制后发给对方，例如粘贴到微信或邮件。')}
        secrets={[{ record, secret: link.address }]}
        titleOf={() => link.recipient}
        onClose={onClose}
      />
    )
  return (
    <DialogForm
      form={form}
      title={translate(action.label)}
      submitLabel={translate('生成链接')}
      busyLabel={translate('处理中…')}
      onClose={onClose}
    >
      <p>
        {action.name === 'askConsent'
          ? translate(
              '生成一个链接，请客户查看案例并答复。链接24小时内有效，只能由第一次打开它的浏览器使用，答复后失效。',
            )
          : translate(
              '生成一个链接，对方不需要账号即可看到预览。链接24小时内有效，只能由第一次打开它的浏览器使用。',
            )}
      </p>
      <p className="secondary">{translate('填写收件人只为便于您区分链接，对方看不到。')}</p>
      {Object.entries(fields).map(([name, field]) => (
        <Input key={name} field={field} source={name} isDisabled={form.isSubmitting} />
      ))}
    </DialogForm>
  )
}
