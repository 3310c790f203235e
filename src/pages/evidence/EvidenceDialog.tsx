import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { download } from '../../../providers/download.ts'
import { evidencePeriod } from '../../../resources/domain/evidence.ts'
import { firmDay, firmYear } from '../../../resources/kit/firmTime.ts'
import { reason as reasonSchema, text } from '../../../resources/kit/index.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { Input } from '../../fields/inputs.tsx'
import { useKeptForm } from '../../form/drafts/useKeptForm.tsx'
import { DialogForm } from '../../form/plain/DialogForm.tsx'

const reason = {
  ...text('原因', { max: 200, isMultiline: true, hint: '将写入重要日志' }),
  schema: reasonSchema,
}
const fields = { ...evidencePeriod, reason }

/** Asks for the period and the reason, and saves the evidence pack. */
export const EvidenceDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const [now] = useState(() => new Date())
  const form = useKeptForm(fields, {
    draftName: 'privacyRequests.evidence',
    initial: { from: `${firmYear(now)}-01-01`, to: firmDay(now) },
    onSave: async values => {
      const signal = new AbortController().signal
      const received = await download('privacyRequests.evidence', values, { signal, onBytes: () => {} })
      saveFile(received)
      notify(translate('已导出 %{name}', { name: received.name }), { type: 'success' })
      onClose()
    },
  })
  return (
    <DialogForm
      title={translate('导出合规审计资料')}
      form={form}
      submitLabel={translate('导出')}
      busyLabel={translate('正在导出…')}
      onClose={onClose}
    >
      <p className="field-hint">
        {translate(
          '一个压缩文件：可打印的报告，以及清单、权限、保存期限、个人信息请求、导出和查看手机号的记录、日志链的证明。',
        )}
      </p>
      <Input field={fields.from} source="from" />
      <Input field={fields.to} source="to" />
      <Input field={fields.reason} source="reason" />
    </DialogForm>
  )
}
