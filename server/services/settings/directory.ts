import type { DirectorySettings } from '../../context/services.ts'
import type { SystemSettings } from './systemConfig.ts'

/** 通讯录同步 with all that reading needs; null where no directory is chosen or a value is missing. */
export const directorySettingsIn = ({ directory }: SystemSettings): DirectorySettings | null => {
  const { provider, appId, secret } = directory
  if (provider === 'none' || !appId || !secret) return null
  return { provider, appId, secret }
}
