import { Form, useTranslate } from 'ra-core'
import { useState } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'

import { isBlank } from '../../resources/domain/sameness.ts'
import type { Field } from '../../resources/kit/index.ts'
import { Input } from '../fields/inputs.tsx'
import { Button } from '../shell/Button.tsx'
import { presetsAt } from '../fields/days.ts'

type Props = {
  field: Field
  /** The names of the two parameters. */
  ends: readonly [from: string, to: string]
  values: Readonly<Record<string, unknown>>
  onApply: (values: FieldValues) => void
}

const reversed = '结束日期不能早于开始日期'

/** Either end may stay open; the second is not before the first. */
const resolverOf =
  ({ schema }: Field, [from, to]: Props['ends']): Resolver<FieldValues> =>
  values => {
    const messages = [from, to].flatMap(name => {
      const result = schema.safeParse(isBlank(values[name]) ? undefined : values[name])
      return isBlank(values[name]) || result.success ? [] : [[name, result.error.issues[0]!.message] as const]
    })
    const isReversed =
      messages.length === 0 &&
      !isBlank(values[from]) &&
      !isBlank(values[to]) &&
      String(values[to]) < String(values[from])
    const wrong = isReversed ? [[to, reversed] as const] : messages
    const errors = Object.fromEntries(wrong.map(([name, message]) => [name, { type: 'filter', message }]))
    return wrong.length > 0 ? { values: {}, errors } : { values, errors: {} }
  }

/** 今天 and the like with one press, or two days of one's own. */
export const DaysForm = ({ field, ends, values, onApply }: Props) => {
  const translate = useTranslate()
  const [from, to] = ends
  const [presets] = useState(() => presetsAt(Date.now(), translate))
  return (
    <Form
      className="filter-form"
      defaultValues={values}
      record={{}}
      resolver={resolverOf(field, ends)}
      noValidate
      disableInvalidFormNotification
      onSubmit={onApply}
    >
      <div className="filter-presets" role="group" aria-label={translate('常用时间')}>
        {presets.map(preset => (
          <Button
            key={preset.label}
            look="quiet"
            aria-pressed={values[from] === preset.from && values[to] === preset.to}
            onClick={() => onApply({ [from]: preset.from, [to]: preset.to })}
          >
            {preset.label}
          </Button>
        ))}
      </div>
      <Input field={{ ...field, label: translate('开始日期') }} source={from} />
      <Input field={{ ...field, label: translate('结束日期') }} source={to} />
      <Button type="submit" look="primary">
        {translate('应用')}
      </Button>
    </Form>
  )
}
