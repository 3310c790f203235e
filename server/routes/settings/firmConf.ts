import { appConfSet } from '../../../resources/settings/app.ts'
import type { firmConf } from '../../../resources/settings/firmConf.ts'
import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { recordOf } from '../../process/objects.ts'
import { appConfigurationOf } from '../../services/appConfiguration.ts'
import { storedApp } from '../../services/appConfSet.ts'
import { configRows } from '../../services/configRows.ts'
import { inForce, settingNames } from '../../services/firmSettings.ts'
import { saveAppConfSet } from './app.ts'
import { transferHandlers } from './transfer.ts'

type Calls = Handlers<typeof firmConf.calls>

/** Both as JSON texts, the effective one and what the firm chose of it (specification, section 3). */
const appConf = async ({ db, firmId }: Context) => {
  const stored = await storedApp(db, firmId)
  const effective = await appConfigurationOf(db, firmId, '')
  return {
    appConf: JSON.stringify(effective ?? {}),
    appConfSet: JSON.stringify(stored.appConfSet),
    version: stored.version,
  }
}

const all: Calls['all'] = async (_, context) => {
  const rows = await configRows(context.db, context.firmId, settingNames)
  const saved = recordOf(settingNames, name => ({
    ...inForce(name, rows.get(name)?.value),
    version: rows.get(name)?.version ?? 0,
  }))
  // Each under its own name, with the values of its own fields.
  return { ...saved, appConf: await appConf(context) } as never
}

const updateAppConf: Calls['updateAppConf'] = async ({ appConfSet: text, version }, context) => {
  const given = appConfSet.safeParse(JSON.parse(text))
  if (given.error) {
    const [{ path, message }] = given.error.issues as [(typeof given.error.issues)[number]]
    throw invalid({ appConfSet: `配置内容不正确：${[...path, message].join('：')}` })
  }
  await saveAppConfSet(context, version, () => given.data)
  return appConf(context)
}

export const firmConfHandlers: Calls = {
  all,
  appConf: (_, context) => appConf(context),
  updateAppConf,
  ...transferHandlers,
}
