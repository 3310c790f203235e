import { useTranslate } from 'ra-core'

import { Switch } from '../../ui/Switch.tsx'
import type { RowControls } from '../../fields/sorting/SortableList.tsx'
import type { SortOrderItem } from './sortOrder.ts'
import { WeightInput } from './WeightInput.tsx'

type Props = {
  item: SortOrderItem
  marks: readonly string[]
  isByHand: boolean
  controls: RowControls
  onChange: (item: SortOrderItem) => void
}

export const OfficeRow = ({ item, marks, isByHand, controls, onChange }: Props) => {
  const translate = useTranslate()
  const { name, weight, showStatus } = item
  return (
    <div className={showStatus === 0 ? 'weight-row is-hidden' : 'weight-row'}>
      {isByHand && <span className="weight-handle">{controls.handle}</span>}
      <span className="caption" aria-hidden>
        {controls.index + 1}
      </span>
      <span className="weight-name cluster">
        {name}
        {marks.map(mark => (
          <span key={mark} className="chip chip-faint">
            {mark}
          </span>
        ))}
      </span>
      {isByHand && <span className="cluster weight-arrows">{controls.arrows}</span>}
      <WeightInput name={name} weight={weight} onChange={next => onChange({ ...item, weight: next })} />
      <label className="inline-check">
        <Switch
          aria-label={translate('展示%{name}', { name })}
          isOn={showStatus === 1}
          onChange={isOn => onChange({ ...item, showStatus: isOn ? 1 : 0 })}
        />
        <span aria-hidden>{showStatus ? translate('展示@state') : translate('隐藏@state')}</span>
      </label>
    </div>
  )
}
