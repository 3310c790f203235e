import { Form, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'

import { isBlank } from '../../resources/domain/sameness.ts'
import type { Fields } from '../../resources/kit/index.ts'
import { Input } from '../fields/inputs.tsx'
import { Button } from '../shell/Button.tsx'

type Props = {
  /** What is written, by the names of the values. */
  fields: Fields
  /** The second value may not be less than the first. */
  isRange?: boolean
  values: Readonly<Record<string, unknown>>
  onApply: (values: FieldValues) => void
  /** Drawn above the inputs. */
  children?: ReactNode
}

const reversed = '结束日期不能早于开始日期'

const isReversed = (from: unknown, to: unknown) => !isBlank(from) && !isBlank(to) && String(to) < String(from)

/** An empty filter is no filter; a wrong one is said here, not refused by the server. */
const resolverOf =
  ({ fields, isRange }: Pick<Props, 'fields' | 'isRange'>): Resolver<FieldValues> =>
  values => {
    const messages = Object.entries(fields).flatMap(([name, { schema }]) => {
      const result = schema.nullish().safeParse(isBlank(values[name]) ? null : values[name])
      return result.success ? [] : [[name, result.error.issues[0]!.message] as const]
    })
    const [from = '', to = ''] = Object.keys(fields)
    if (isRange && messages.length === 0 && isReversed(values[from], values[to]))
      messages.push([to, reversed])
    const errors = Object.fromEntries(messages.map(([name, message]) => [name, { type: 'filter', message }]))
    return messages.length > 0 ? { values: {}, errors } : { values, errors: {} }
  }

/** The inputs of values that are too many to list. */
export const FilterForm = ({ fields, isRange = false, values, onApply, children }: Props) => {
  const translate = useTranslate()
  return (
    <Form
      className="filter-form"
      defaultValues={values}
      record={{}}
      resolver={resolverOf({ fields, isRange })}
      noValidate
      disableInvalidFormNotification
      onSubmit={onApply}
    >
      {children}
      {Object.entries(fields).map(([name, field]) => (
        <Input key={name} field={field} source={name} />
      ))}
      <Button type="submit" look="primary">
        {translate('应用')}
      </Button>
    </Form>
  )
}
