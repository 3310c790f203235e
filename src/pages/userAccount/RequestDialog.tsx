import { useNotify, useTranslate } from 'ra-core'

import { privacyRequests } from '../../../resources/privacyRequests.ts'
import { useServedCall } from '../../session/useCall.ts'
import { Input } from '../../fields/inputs.tsx'
import { timestampText } from '../../fields/dates/dates.ts'
import { DialogForm } from '../../form/plain/DialogForm.tsx'
import { useKeptForm } from '../../form/drafts/useKeptForm.tsx'
import { useFormats } from '../../language/useLanguage.ts'

const { kind, content } = privacyRequests.fields
const fields = { kind, content }

type Props = { onClose: () => void; onSent: () => void }

/** Asks for the correction or deletion of personal data, with a reason. */
export const RequestDialog = ({ onClose, onSent }: Props) => {
  const translate = useTranslate()
  const formats = useFormats()
  const notify = useNotify()
  const askCall = useServedCall('privacyRequests.ask')
  const form = useKeptForm(fields, {
    draftName: 'privacyRequest',
    onSave: async values => {
      if (!askCall) return
      const { dueAt } = await askCall(values)
      notify(translate('已提交，律所将在 %{time} 前答复', { time: timestampText(dueAt, formats) }), {
        type: 'success',
      })
      onSent()
    },
  })
  return (
    <DialogForm
      title={translate('提出请求')}
      form={form}
      submitLabel={translate('提交')}
      busyLabel={translate('提交中…')}
      onClose={onClose}
    >
      <Input field={fields.kind} source="kind" />
      <Input field={fields.content} source="content" />
    </DialogForm>
  )
}
