import { useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import { date, type OutputOf, select } from '../../../resources/kit/index.ts'
import { longestSubstitution, type reviews } from '../../../resources/reviews.ts'
import { Input } from '../../fields/inputs.tsx'
import { PersonSelect } from '../../fields/choice/PersonSelect.tsx'
import { DialogForm } from '../../form/plain/DialogForm.tsx'
import { useKeptForm } from '../../form/drafts/useKeptForm.tsx'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { ErrorState } from '../../states/states.tsx'

type Choices = OutputOf<(typeof reviews.calls)['substituteChoices']>
type Props = { onClose: () => void; onSaved: () => Promise<void> }

const SubstituteForm = ({ choices, onClose, onSaved }: Props & { choices: Choices }) => {
  const translate = useTranslate()
  const nameCall = useServedCall('reviews.nameSubstitute')
  const fields = useMemo(
    () => ({
      substituteId: select(
        translate('代审人'),
        choices.map(({ id, name }) => [id, name] as const),
      ),
      startOn: date(translate('开始日期')),
      endOn: date(translate('结束日期')),
    }),
    [choices, translate],
  )
  const [today] = useState(() => firmDay(Date.now()))
  const form = useKeptForm(fields, {
    draftName: 'substitute',
    initial: { startOn: today, endOn: today },
    onSave: async values => {
      if (nameCall) await nameCall(values)
      await onSaved()
    },
  })
  return (
    <DialogForm
      form={form}
      title={translate('指定代审人')}
      submitLabel={translate('确定')}
      busyLabel={translate('保存中…')}
      onClose={onClose}
    >
      <p className="field-hint">
        {translate('从开始日期0:00到结束日期24:00，最长%{days}天。代审人不能审核本人的名片。', {
          days: longestSubstitution,
        })}
      </p>
      <PersonSelect field={fields.substituteId} source="substituteId" people={choices} />
      <Input field={fields.startOn} source="startOn" />
      <Input field={fields.endOn} source="endOn" />
    </DialogForm>
  )
}

/** Names the administrator who reviews cards in place of the user, and the period. */
export const SubstituteDialog = (props: Props) => {
  const translate = useTranslate()
  const query = useCall('reviews.substituteChoices', {}, { staleTime: 0 })
  if (query.data) return <SubstituteForm {...props} choices={query.data} />
  return (
    <Dialog title={translate('指定代审人')} onClose={props.onClose}>
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
