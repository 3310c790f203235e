import { useTranslate } from 'ra-core'

import type { Field, Filter } from '../../resources/kit/index.ts'
import { filterOptionsOf } from '../fields/kinds.tsx'
import { DaysForm } from './DaysForm.tsx'
import { FilterForm } from './FilterForm.tsx'
import { OptionPanel, ReferencePanel } from './OptionPanel.tsx'

type Values = Readonly<Record<string, unknown>>

type Props = {
  name: string
  filter: Filter
  field: Field
  values: Values
  /** The part of `values` that are options. */
  chosen: readonly (string | number)[]
  counts: ReadonlyMap<string, number> | undefined
  onChoose: (chosen: readonly (string | number)[]) => void
  onApply: (values: Values) => void
  onClose: () => void
}

/** Panel of a filter: a form for its values, or a searchable list of its options. */
export const FilterPanel = ({ name, filter, field, values, chosen, counts, ...props }: Props) => {
  const translate = useTranslate()
  const { onChoose, onApply, onClose } = props
  const { from, to, compare } = filter
  const applyAndClose = (next: Values) => {
    onApply(next)
    onClose()
  }
  if (from !== undefined && to !== undefined)
    return <DaysForm field={field} values={values} onApply={applyAndClose} ends={[from, to]} />
  const options = filterOptionsOf(field)
  if (!options && !('to' in field))
    return <FilterForm fields={{ [name]: field }} values={values} onApply={applyAndClose} />
  const panel = {
    label: translate(field.label),
    isMultiple: compare === 'oneOf',
    counts,
    values: chosen,
    onChoose,
    onClose,
  }
  return 'to' in field ? (
    <ReferencePanel {...panel} field={field} />
  ) : (
    <OptionPanel
      {...panel}
      options={(options ?? []).map(([id, label]) => ({ id, name: translate(label) }))}
    />
  )
}
