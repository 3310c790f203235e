import { useTranslate } from 'ra-core'

import { Button } from '../../ui/Button.tsx'
import { SortableList } from '../sorting/SortableList.tsx'
import { FieldControl } from '../FieldControl.tsx'
import { type InputProps, useField } from '../useField.ts'

import '../rows/rows.css'

/** Multi-select whose selected options have an order; options that are not selected are listed below. */
export const OrderedInput = ({ field, source, isDisabled }: InputProps<'multiSelect'>) => {
  const translate = useTranslate()
  const { value, onChange, described } = useField<(string | number)[]>({ field, source })
  const chosen = value ?? []
  const labelOf = (option: string | number) =>
    translate(field.options.find(([it]) => it === option)?.[1] ?? String(option))
  const unselected = field.options.filter(([option]) => !chosen.includes(option))
  const isFull = chosen.length >= field.max
  return (
    <FieldControl {...described} isGroup>
      <SortableList
        items={chosen}
        keyOf={String}
        nameOf={labelOf}
        isFixed={() => isDisabled ?? false}
        onMove={(from, to) => onChange(chosen.toSpliced(from, 1).toSpliced(to, 0, chosen[from]!))}
        className="sortable ordered"
      >
        {(option, { handle, arrows, index }) => (
          <div className="ordered-row">
            {handle}
            <span className="rows-number">{index + 1}</span>
            <span className="ordered-name">{labelOf(option)}</span>
            {arrows}
            <Button
              look="quiet"
              aria-label={translate('移除%{label}', { label: labelOf(option) })}
              disabled={isDisabled}
              onClick={() => onChange(chosen.filter(it => it !== option))}
            >
              {translate('移除')}
            </Button>
          </div>
        )}
      </SortableList>
      {unselected.length > 0 && !isDisabled && (
        <div
          className="pills ordered-rest"
          role="group"
          aria-label={translate('可添加的%{label}', { label: translate(field.label) })}
        >
          {unselected.map(([option, label]) => (
            <Button
              key={option}
              look="quiet"
              aria-label={translate('添加%{label}', { label: translate(label) })}
              disabled={isFull}
              onClick={() => onChange([...chosen, option])}
            >
              ＋ {translate(label)}
            </Button>
          ))}
        </div>
      )}
    </FieldControl>
  )
}
