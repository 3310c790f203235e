import { Popup } from '../../actions/Popup.tsx'
import type { Columns } from './columns.ts'

const densities = [
  ['comfortable', '宽松'],
  ['compact', '紧凑'],
] as const

/** Columns on, off and in order; how dense the rows are. */
export const ColumnMenu = ({ columns }: { columns: Columns }) => (
  <Popup label="列设置" className="button button-quiet">
    {() => (
      <div className="column-menu">
        <ul>
          {columns.all.map(({ name, field }, index) => (
            <li key={name}>
              <label>
                <input
                  type="checkbox"
                  checked={name === columns.first || !columns.isHidden(name)}
                  disabled={name === columns.first}
                  onChange={() => columns.toggle(name)}
                />
                {field.label}
              </label>
              <button
                type="button"
                className="button button-quiet"
                aria-label={`${field.label}前移`}
                disabled={index === 0}
                onClick={() => columns.move(name, -1)}
              >
                ↑
              </button>
              <button
                type="button"
                className="button button-quiet"
                aria-label={`${field.label}后移`}
                disabled={index === columns.all.length - 1}
                onClick={() => columns.move(name, 1)}
              >
                ↓
              </button>
            </li>
          ))}
        </ul>
        <fieldset className="pills">
          <legend>行高</legend>
          {densities.map(([density, label]) => (
            <label key={density} className="pill">
              <input
                type="radio"
                name="density"
                checked={columns.density === density}
                onChange={() => columns.setDensity(density)}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <button type="button" className="button button-quiet" onClick={columns.reset}>
          恢复默认
        </button>
      </div>
    )}
  </Popup>
)
