import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'

import { isBlank } from '../../resources/domain/sameness.ts'
import type { Fields } from '../../resources/kit/index.ts'
import { Input } from '../fields/inputs.tsx'
import { FieldForm } from '../form/FieldForm.tsx'
import { useFieldForm } from '../form/useFieldForm.ts'
import { Button } from '../shell/Button.tsx'

type Props = {
  /** What is written, by the names of the values. Each may be left empty, which filters by nothing. */
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

const optionalFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, schema: field.schema.nullish() }]),
  )

/** The inputs of values that are too many to list. */
export const FilterForm = ({ fields, isRange = false, values, onApply, children }: Props) => {
  const translate = useTranslate()
  const form = useFieldForm(optionalFields(fields), {
    initial: values,
    onSave: async written => {
      const [from = '', to = ''] = Object.keys(fields)
      if (isRange && isReversed(written[from], written[to])) return { [to]: reversed }
      onApply(written)
    },
  })
  return (
    <FieldForm form={form} className="filter-form">
      {children}
      {Object.entries(fields).map(([name, field]) => (
        <Input key={name} field={field} source={name} />
      ))}
      <Button type="submit" look="primary">
        {translate('应用')}
      </Button>
    </FieldForm>
  )
}
