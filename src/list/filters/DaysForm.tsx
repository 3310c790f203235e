import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'

import type { Field } from '../../../resources/kit/index.ts'
import { datePresets } from '../../fields/dates/datePresets.ts'
import { Button } from '../../ui/Button.tsx'
import { FilterForm } from './FilterForm.tsx'

type Props = {
  field: Field
  /** Names of the two request parameters. */
  ends: readonly [from: string, to: string]
  values: Readonly<Record<string, unknown>>
  onApply: (values: FieldValues) => void
}

/** Filter for a range of days: common ranges as buttons, or two dates, each of which may be empty. */
export const DaysForm = ({ field, ends: [from, to], values, onApply }: Props) => {
  const translate = useTranslate()
  const [presets] = useState(() => datePresets(Date.now(), translate))
  const fields = {
    [from]: { ...field, label: translate('开始日期') },
    [to]: { ...field, label: translate('结束日期') },
  }
  return (
    <FilterForm fields={fields} isRange values={values} onApply={onApply}>
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
    </FilterForm>
  )
}
