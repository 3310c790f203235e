import { parseJson } from '../../../resources/domain/json.ts'
import { appConfSet } from '../../../resources/settings/app.ts'
import type { firmConf } from '../../../resources/settings/firmConf.ts'
import { firstIssue, invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { appConfigurationOf } from '../../services/settings/appConfiguration.ts'
import { storedAppConfig } from '../../services/settings/appConfSet.ts'
import { settingNames, settingsOf } from '../../services/settings/firmSettings.ts'
import { saveAppConfSet } from './app.ts'
import { configTransferHandlers } from './transfer.ts'

type Calls = Handlers<typeof firmConf.calls>

/** The effective configuration and the firm's own choices, both as JSON texts (specification, section 3). */
const appConf = async ({ db, firmId }: Context) => {
  const stored = await storedAppConfig(db, firmId)
  const effective = await appConfigurationOf(db, firmId, '')
  return {
    appConf: JSON.stringify(effective ?? {}),
    appConfSet: JSON.stringify(stored.appConfSet),
    version: stored.version,
  }
}

const getAllSettings: Calls['all'] = async (_, context) => ({
  ...(await settingsOf(context.db, context.firmId, ...settingNames)),
  appConf: await appConf(context),
})

const parseConfiguration = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    throw invalid({ appConfSet: '配置内容不是有效的 JSON' })
  }
}

const updateAppConf: Calls['updateAppConf'] = async ({ appConfSet: text, version }, context) => {
  const parsedInput = appConfSet.safeParse(parseConfiguration(text))
  if (parsedInput.error) throw invalid({ appConfSet: `配置内容不正确：${firstIssue(parsedInput.error)}` })
  await saveAppConfSet(context, version, () => parsedInput.data)
  return appConf(context)
}

export const firmConfHandlers: Calls = {
  all: getAllSettings,
  appConf: (_, context) => appConf(context),
  updateAppConf,
  ...configTransferHandlers,
}
