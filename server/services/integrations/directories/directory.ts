import type { DirectorySettings, Services } from '../../../context/services.ts'
import type { ServerConfig } from '../../../process/config.ts'
import { dingtalkDirectory } from './dingtalk.ts'
import { feishuDirectory } from './feishu.ts'
import { startReading } from './reading.ts'
import { wecomDirectory } from './wecom.ts'

type Endpoints = Pick<ServerConfig, 'wecom' | 'feishuEndpoint' | 'dingtalk'>

/** Reads the directory (通讯录) that the firm has chosen. */
export const createDirectory = (endpoints: Endpoints): Services['directory'] => {
  const directories = {
    wecom: wecomDirectory(endpoints),
    feishu: feishuDirectory(endpoints),
    dingtalk: dingtalkDirectory(endpoints),
  } satisfies Record<DirectorySettings['provider'], unknown>
  return {
    read: (settings, signal) => directories[settings.provider].read(settings, startReading(signal)),
    check: settings => directories[settings.provider].check(settings, startReading()),
  }
}
