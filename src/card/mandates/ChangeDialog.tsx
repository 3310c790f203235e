import { useTranslate } from 'ra-core'
import { useMemo, useRef } from 'react'

import { CallError, errorSentence } from '../../../providers/envelope.ts'
import { mandateFieldOptions } from '../../../resources/cards/mandateFields.ts'
import { mandates } from '../../../resources/cards/mandates.ts'
import { date, multiSelect, type OutputOf } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { Input } from '../../fields/inputs.tsx'
import { useKeptForm } from '../../form/drafts/useKeptForm.tsx'
import { DialogForm } from '../../form/plain/DialogForm.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { useServedCall } from '../../session/useCall.ts'
import { fieldNames } from './fieldNames.ts'
import { TermHint } from './GrantDialog.tsx'

type Mandate = OutputOf<(typeof mandates.calls)['given']>[number]
type Props = { mandate: Mandate; onClose: () => void; onSaved: () => Promise<void> }

const stored = mandates.calls.given.output.element.pick({ fields: true, endOn: true, version: true })

/** What is stored, if a call was refused because it has been changed elsewhere. */
const storedIn = (error: unknown) => {
  if (!(error instanceof CallError) || error.code !== '4090') return null
  const { current } = Object(error.data)
  return stored.safeParse(current).data ?? null
}

/** Changes the fields and the last day of a mandate. After a change elsewhere it says what is stored and keeps what was chosen. */
export const ChangeDialog = ({ mandate, onClose, onSaved }: Props) => {
  const translate = useTranslate()
  const formats = useFormats()
  const changeCall = useServedCall('mandates.change')
  const known = useRef(mandate.version)
  const fields = useMemo(
    () => ({
      fields: multiSelect(translate('代办字段'), mandateFieldOptions),
      endOn: date(translate('结束日期')),
    }),
    [translate],
  )
  const say = (error: unknown, translate: Translate) => {
    const now = storedIn(error)
    if (!now) return errorSentence(error, translate)
    return translate(
      '代办已在别处改为：%{fields}，至%{day}。您的选择仍在上面，再按“保存”将以您的选择为准。',
      {
        fields: fieldNames(now.fields, translate),
        day: formats.day(now.endOn),
      },
    )
  }
  const form = useKeptForm(fields, {
    draftName: `mandate-${mandate.id}`,
    version: mandate.version,
    initial: { fields: mandate.fields, endOn: mandate.endOn },
    say,
    onSave: async values => {
      try {
        if (changeCall) await changeCall({ ...values, id: mandate.id, version: known.current })
      } catch (error) {
        known.current = storedIn(error)?.version ?? known.current
        throw error
      }
      await onSaved()
    },
  })
  return (
    <DialogForm
      form={form}
      title={translate('修改代办：%{name}', { name: mandate.assistantName })}
      submitLabel={translate('保存')}
      busyLabel={translate('保存中…')}
      onClose={onClose}
    >
      <TermHint />
      <Input field={fields.fields} source="fields" />
      <Input field={fields.endOn} source="endOn" />
    </DialogForm>
  )
}
