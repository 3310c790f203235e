import { settings } from '../../../resources/settings/index.ts'
import { SettingPage } from '../../settings/SettingPage.tsx'
import { PassCodeSection } from './PassCodeSection.tsx'

/** Page 律师登录 with the registration code below the setting. */
export const LoginReg = () => <SettingPage setting={settings.loginRegSet} below={<PassCodeSection />} />
