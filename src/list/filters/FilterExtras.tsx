import type { FilterDraft } from './useFilterDraft.ts'

/** Switches of a filter's panel: several values, 不是, 空. */
export const FilterExtras = ({ draft }: { draft: FilterDraft }) =>
  draft.extras.length > 0 && (
    <div className="filter-extras">
      {draft.extras.map(({ key, label, isOn, toggle }) => (
        <label key={key}>
          <input type="checkbox" checked={isOn} onChange={toggle} />
          {label}
        </label>
      ))}
    </div>
  )
