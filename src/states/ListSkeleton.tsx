import { useTranslate } from 'ra-core'

import { SlowHint } from '../ui/Spinner.tsx'
import { OfflineState } from './states.tsx'
import { useOnline } from '../browser/useOnline.ts'

/** Placeholder for rows that are loading, with the same height. */
export const ListSkeleton = ({ rows, columns }: { rows: number; columns: number }) => {
  const translate = useTranslate()
  if (!useOnline()) return <OfflineState />
  return (
    <div className="skeleton" role="status" aria-label={translate('加载中')}>
      <SlowHint />
      {Array.from(Array(rows).keys(), row => (
        <div key={row} className="skeleton-row">
          {Array.from(Array(columns).keys(), column => (
            <span key={column} style={{ width: `${45 + ((row * 7 + column * 13) % 40)}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}
