import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'

import { isBlank } from '../../../resources/domain/sameness.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { Input } from '../../fields/inputs.tsx'
import { FieldForm } from '../../form/plain/FieldForm.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import { Button } from '../../ui/Button.tsx'

type Props = {
  /** The fields to fill in, by parameter name; an empty one does not filter. */
  fields: Fields
  /** Whether the two fields are the ends of a range, so that the second must not be less than the first. */
  isRange?: boolean
  values: Readonly<Record<string, unknown>>
  onApply: (values: FieldValues) => void
  /** Content above the inputs. */
  children?: ReactNode
}

const reversedRangeMessage = '结束日期不能早于开始日期'

const isReversed = (from: unknown, to: unknown) => !isBlank(from) && !isBlank(to) && String(to) < String(from)

const optionalFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, schema: field.schema.nullish() }]),
  )

/** Form of a filter whose values cannot be listed as options. */
export const FilterForm = ({ fields, isRange = false, values, onApply, children }: Props) => {
  const translate = useTranslate()
  const form = useFieldForm(optionalFields(fields), {
    initial: values,
    onSave: async entered => {
      const [from = '', to = ''] = Object.keys(fields)
      if (isRange && isReversed(entered[from], entered[to])) return { [to]: reversedRangeMessage }
      onApply(entered)
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
