import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

import type { AnyRecord, Field } from '../../resources/kit/index.ts'
import { Input } from '../fields/inputs.tsx'
import { FieldForm } from '../form/plain/FieldForm.tsx'
import { useKeptForm } from '../form/drafts/useKeptForm.tsx'
import { FocusFirst } from '../ui/FocusFirst.tsx'
import { Button } from '../ui/Button.tsx'

type Props = {
  name: string
  field: Field
  record: AnyRecord
  /** The kind of the record and its id, which alone is not unique. */
  subject: string
  value: unknown
  onDone: (value: unknown) => void
  onCancel: () => void
}

/** Form in which the reviewer corrects one field of a card; the correction is sent together with the approval. */
export const Correction = ({ name, field, record, subject, value, onDone, onCancel }: Props) => {
  const translate = useTranslate()
  const fields = useMemo(() => ({ [name]: field }), [name, field])
  const form = useKeptForm(fields, {
    draftName: `correction ${subject} ${name}`,
    version: typeof record['version'] === 'number' ? record['version'] : null,
    // Some inputs depend on the language of the card.
    initial: { language: record['language'], [name]: value ?? null },
    onSave: async values => onDone(values[name] ?? null),
  })
  return (
    <FieldForm form={form} className="correction">
      <FocusFirst>
        <Input field={field} source={name} />
      </FocusFirst>
      <div className="cluster">
        <Button
          onClick={() => {
            form.keep()
            onCancel()
          }}
        >
          {translate('取消')}
        </Button>
        <Button type="submit" look="primary">
          {translate('采用更正')}
        </Button>
      </div>
    </FieldForm>
  )
}
