import { useTranslate } from 'ra-core'

import { SlowHint } from '../ui/Spinner.tsx'
import { OfflineState } from './states.tsx'
import { useOnline } from '../browser/useOnline.ts'

const widths = [90, 60, 75, 50]

/** Placeholder while a form or a record is loading. */
export const FormSkeleton = () => {
  const translate = useTranslate()
  if (!useOnline()) return <OfflineState />
  return (
    <div className="form-skeleton" role="status" aria-label={translate('加载中')}>
      <SlowHint />
      {widths.map(width => (
        <div key={width}>
          <span style={{ width: `${width / 3}px` }} />
          <span style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  )
}
