import { settings } from '../../../resources/settings/index.ts'
import { SettingPage } from '../../settings/SettingPage.tsx'
import { KeySection } from './KeySection.tsx'
import { PagePreview } from './PagePreview.tsx'

/** Page 名片核验: the setting, how the page looks to a stranger, and the keys that sign its answers. */
export const CardVerification = () => (
  <>
    <SettingPage setting={settings.cardVerification} below={<KeySection />} />
    <PagePreview />
  </>
)
