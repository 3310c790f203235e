import { settings } from '../../../resources/settings/index.ts'
import { SettingPage } from '../../settings/SettingPage.tsx'
import { AuditCode } from './AuditCode.tsx'

/** 律师登录, and below it the code that spares a registration its review. */
export const LoginReg = () => <SettingPage setting={settings.loginRegSet} below={<AuditCode />} />
