import { DemoReset } from './DemoReset.tsx'
import { NewVersion } from './NewVersion.tsx'

import './lateNotices.css'

/** Notices that can wait until the first page is shown. */
export const LateNotices = () => (
  <div className="late-notices">
    <NewVersion />
    <DemoReset />
  </div>
)
