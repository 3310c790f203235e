import { Form, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'

import type { AnyRecord, Field } from '../../resources/kit/index.ts'
import { Input } from '../fields/inputs.tsx'
import { resolverOf } from '../fields/resolver.ts'
import { FocusFirst } from '../shell/FocusFirst.tsx'
import { Button } from '../shell/Button.tsx'

type Props = {
  name: string
  field: Field
  record: AnyRecord
  value: unknown
  onDone: (value: unknown) => void
  onCancel: () => void
}

/** One field of a card in the hands of its reviewer; nothing is sent before he approves. */
export const Correction = ({ name, field, record, value, onDone, onCancel }: Props) => {
  const translate = useTranslate()
  const fields = useMemo(() => ({ [name]: field }), [name, field])
  const resolver = useMemo(() => resolverOf(fields), [fields])
  // Some inputs look at the language of the card.
  const initial = useMemo(() => ({ language: record.language, [name]: value ?? null }), [record, name, value])
  return (
    <Form
      className="correction"
      defaultValues={initial}
      resolver={resolver}
      noValidate
      disableInvalidFormNotification
      onSubmit={(values: FieldValues) => onDone(values[name] ?? null)}
    >
      <FocusFirst>
        <Input field={field} source={name} />
      </FocusFirst>
      <div className="cluster">
        <Button onClick={onCancel}>{translate('取消')}</Button>
        <Button type="submit" look="primary">
          {translate('采用更正')}
        </Button>
      </div>
    </Form>
  )
}
