import { useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'

import { mandateFieldOptions } from '../../../resources/cards/mandateFields.ts'
import { longestMandate, type mandates } from '../../../resources/cards/mandates.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import { date, multiSelect, type OutputOf, select } from '../../../resources/kit/index.ts'
import { Input } from '../../fields/inputs.tsx'
import { DialogForm } from '../../form/plain/DialogForm.tsx'
import { useKeptForm } from '../../form/drafts/useKeptForm.tsx'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { ErrorState } from '../../states/states.tsx'

type Choices = OutputOf<(typeof mandates.calls)['choices']>
type Props = { onClose: () => void; onSaved: () => Promise<void> }

/** A person of either population as the value of an option. */
const keyOf = ({ population, id }: Choices[number]) => `${population}:${id}`

const GrantForm = ({ choices, onClose, onSaved }: Props & { choices: Choices }) => {
  const translate = useTranslate()
  const grantCall = useServedCall('mandates.grant')
  const fields = useMemo(
    () => ({
      assistantId: select(
        translate('代办人'),
        choices.map(it => [keyOf(it), `${it.name} · ${it.organizationName}`] as const),
      ),
      fields: multiSelect(translate('代办字段'), mandateFieldOptions),
      startOn: date(translate('开始日期')),
      endOn: date(translate('结束日期')),
    }),
    [choices, translate],
  )
  const [today] = useState(() => firmDay(Date.now()))
  const form = useKeptForm(fields, {
    draftName: 'mandate',
    initial: { startOn: today },
    onSave: async ({ assistantId, ...values }) => {
      const assistant = choices.find(it => keyOf(it) === assistantId)
      if (grantCall && assistant)
        await grantCall({ ...values, population: assistant.population, assistantId: assistant.id })
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
      <p className="field-hint">
        {translate(
          '从开始日期0:00到结束日期24:00，最长%{days}天，可以随时结束。有名片审核权限的管理员不能代办。',
          {
            days: longestMandate,
          },
        )}
      </p>
      <Input field={fields.assistantId} source="assistantId" />
      <Input field={fields.fields} source="fields" />
      <Input field={fields.startOn} source="startOn" />
      <Input field={fields.endOn} source="endOn" />
    </DialogForm>
  )
}

/** Names an assistant, the fields of the own cards, and the term. */
export const GrantDialog = (props: Props) => {
  const translate = useTranslate()
  const query = useCall('mandates.choices', {}, { staleTime: 0 })
  if (query.data) return <GrantForm {...props} choices={query.data} />
  return (
    <Dialog title={translate('指定代办人')} onClose={props.onClose}>
      <div className="dialog-content">
        {query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Spinner />
        )}
      </div>
    </Dialog>
  )
}
