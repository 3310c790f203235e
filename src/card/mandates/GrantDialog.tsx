import { useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'

import { mandateFieldOptions } from '../../../resources/cards/mandateFields.ts'
import { longestMandate } from '../../../resources/cards/mandates.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import { date, multiSelect, text } from '../../../resources/kit/index.ts'
import { Input } from '../../fields/inputs.tsx'
import { DialogForm } from '../../form/plain/DialogForm.tsx'
import { useKeptForm } from '../../form/drafts/useKeptForm.tsx'
import { useServedCall } from '../../session/useCall.ts'
import { AssistantInput, assistantIn } from './AssistantInput.tsx'

type Props = { onClose: () => void; onSaved: () => Promise<void> }

/** The rule about the term, above the fields of both dialogs. */
export const TermHint = () => {
  const translate = useTranslate()
  return (
    <p className="field-hint">
      {translate(
        '从开始日期0:00到结束日期24:00，最长%{days}天，可以随时结束。有名片审核权限的管理员不能代办。',
        { days: longestMandate },
      )}
    </p>
  )
}

/** Names an assistant, the fields of the own cards, and the term. */
export const GrantDialog = ({ onClose, onSaved }: Props) => {
  const translate = useTranslate()
  const grantCall = useServedCall('mandates.grant')
  const fields = useMemo(
    () => ({
      // The population, the id and the name of the person.
      assistantId: text(translate('代办人'), { max: 100 }),
      fields: multiSelect(translate('代办字段'), mandateFieldOptions),
      startOn: date(translate('开始日期')),
      endOn: date(translate('结束日期')),
    }),
    [translate],
  )
  const [today] = useState(() => firmDay(Date.now()))
  const form = useKeptForm(fields, {
    draftName: 'mandate',
    initial: { startOn: today },
    onSave: async ({ assistantId, ...values }) => {
      const { population, id } = assistantIn(assistantId)
      if (grantCall) await grantCall({ ...values, population, assistantId: id })
      await onSaved()
    },
  })
  return (
    <DialogForm
      form={form}
      title={translate('指定代办人')}
      submitLabel={translate('确定')}
      busyLabel={translate('保存中…')}
      onClose={onClose}
    >
      <TermHint />
      <AssistantInput field={fields.assistantId} source="assistantId" />
      <Input field={fields.fields} source="fields" />
      <Input field={fields.startOn} source="startOn" />
      <Input field={fields.endOn} source="endOn" />
    </DialogForm>
  )
}
