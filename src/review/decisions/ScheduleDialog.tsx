import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import { date } from '../../../resources/kit/index.ts'
import { Input } from '../../fields/inputs.tsx'
import { DialogForm } from '../../form/plain/DialogForm.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'

type Props = {
  proposedOn: string | null
  onClose: () => void
  onSchedule: (day: string) => void
}

/** Asks for the day from which an approved change is public. */
export const ScheduleDialog = ({ proposedOn, onClose, onSchedule }: Props) => {
  const translate = useTranslate()
  const fields = useMemo(
    () => ({
      effectiveOn: date(translate('生效日期'), {
        hint: translate('当天0:00自动发布，在此之前访客看到的仍是原来的内容；生效前可以撤回。'),
      }),
    }),
    [translate],
  )
  const form = useFieldForm(fields, {
    initial: { effectiveOn: proposedOn },
    onSave: async ({ effectiveOn }) => {
      // The server compares with its own clock too.
      if (effectiveOn <= firmDay(Date.now())) return { effectiveOn: translate('生效日期必须晚于今天') }
      onSchedule(effectiveOn)
    },
  })
  return (
    <DialogForm
      form={form}
      title={translate('通过，指定日期生效')}
      submitLabel={translate('通过')}
      busyLabel={translate('处理中…')}
      onClose={onClose}
    >
      <Input field={fields.effectiveOn} source="effectiveOn" />
    </DialogForm>
  )
}
