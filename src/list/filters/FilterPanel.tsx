import { optionsOf } from '../../../resources/kit/index.ts'
import { useTranslate } from 'ra-core'

import { DaysForm } from './DaysForm.tsx'
import { FilterExtras } from './FilterExtras.tsx'
import { FilterForm } from './FilterForm.tsx'
import type { OpenFilter, Values } from './filterState.ts'
import { OptionPanel, ReferencePanel } from './OptionPanel.tsx'
import { type FilterDraft, useFilterDraft } from './useFilterDraft.ts'

type Props = Pick<OpenFilter, 'name' | 'filter' | 'field' | 'counts' | 'onClose'> & {
  values: Values
  draft: FilterDraft
}

const PanelInput = ({ name, filter, field, values, draft, counts, onClose }: Props) => {
  const translate = useTranslate()
  const { from, to } = filter
  const applyAndClose = (next: Values) => {
    draft.applyValues(next)
    onClose()
  }
  if (from !== undefined && to !== undefined)
    return <DaysForm field={field} values={values} onApply={applyAndClose} ends={[from, to]} />
  const options = optionsOf(field)
  if (!options && !('to' in field))
    return <FilterForm fields={{ [name]: field }} values={values} onApply={applyAndClose} />
  const panel = {
    label: translate(field.label),
    isMultiple: draft.isSeveral,
    counts,
    values: draft.chosen,
    onChoose: draft.choose,
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

/** Panel of a filter: a form for its values, or a searchable list of its options, and the switches that go with them. */
export const FilterPanel = (open: OpenFilter) => {
  const draft = useFilterDraft(open)
  return (
    <>
      <PanelInput {...open} values={open.state.values} draft={draft} />
      <FilterExtras draft={draft} />
    </>
  )
}
