import { useTranslate } from 'ra-core'

import { Button } from '../../ui/Button.tsx'
import { useWholeText } from '../../theme/density.ts'
import type { Columns } from './columns.ts'
import { Pills } from '../../ui/Pills.tsx'

const densities = [
  ['comfortable', '舒适'],
  ['compact', '紧凑'],
] as const

const moveButtons = [
  [-1, '前移', '↑'],
  [1, '后移', '↓'],
] as const

/** Settings of the table: visible columns and their order, row height, and whether long texts are truncated. */
export const ColumnPanel = ({ columns }: { columns: Columns }) => {
  const translate = useTranslate()
  const [isWhole, setIsWhole] = useWholeText()
  return (
    <div className="column-menu">
      <ul className="columns">
        {columns.all.map(({ name, field, isFixed, isHidden }, index) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={!isHidden}
                disabled={isFixed}
                onChange={() => columns.toggle(name)}
              />
              {translate(field.label)}
            </label>
            {moveButtons.map(([offset, label, arrow]) => (
              <Button
                key={offset}
                look="quiet"
                aria-label={translate('%{verb}%{label}', {
                  verb: translate(field.label),
                  label: translate(label),
                })}
                disabled={!columns.all[index + offset]}
                onClick={() => columns.move(name, offset)}
              >
                {arrow}
              </Button>
            ))}
          </li>
        ))}
      </ul>
      <Pills
        legend={translate('行高')}
        options={densities}
        value={columns.density}
        onChange={columns.setDensity}
      />
      <label className="whole-text">
        <input type="checkbox" checked={isWhole} onChange={() => setIsWhole(!isWhole)} />
        {translate('完整文字')}
      </label>
      <Button look="quiet" onClick={columns.reset}>
        {translate('恢复默认')}
      </Button>
    </div>
  )
}
