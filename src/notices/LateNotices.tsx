import { DemoReset } from './DemoReset.tsx'
import { NewVersion } from './NewVersion.tsx'

/** Notices that can wait until the first page is shown. */
export const LateNotices = () => (
  <>
    <DemoReset />
    <NewVersion />
  </>
)
