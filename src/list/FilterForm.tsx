import { Form, useTranslate } from 'ra-core'
import type { FieldValues, Resolver } from 'react-hook-form'

import { isBlank } from '../../resources/domain/sameness.ts'
import type { Field } from '../../resources/kit/index.ts'
import { Input } from '../fields/inputs.tsx'
import { Button } from '../shell/Button.tsx'

type Props = {
  name: string
  field: Field
  values: Readonly<Record<string, unknown>>
  onApply: (values: FieldValues) => void
}

/** An empty filter is no filter; a wrong one is said here, not refused by the server. */
const resolverOf =
  (name: string, { schema }: Field): Resolver<FieldValues> =>
  values => {
    const result = schema.nullish().safeParse(isBlank(values[name]) ? null : values[name])
    if (result.success) return { values, errors: {} }
    return {
      values: {},
      errors: { [name]: { type: 'filter', message: result.error.issues[0]!.message } },
    }
  }

/** The input of a kind that has too many values to list. */
export const FilterForm = ({ name, field, values, onApply }: Props) => {
  const translate = useTranslate()
  return (
    <Form
      className="filter-form"
      defaultValues={values}
      record={{}}
      resolver={resolverOf(name, field)}
      noValidate
      disableInvalidFormNotification
      onSubmit={onApply}
    >
      <Input field={field} source={name} />
      <Button type="submit" look="primary">
        {translate('应用')}
      </Button>
    </Form>
  )
}
