import { eq } from 'drizzle-orm'

import { additionsInView } from '../../../resources/index.ts'
import type { conf } from '../../../resources/settings/app.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { notFound } from '../../context/apiError.ts'
import { firms } from '../../db/tables.ts'
import { updateVersioned } from '../../records/versioned.ts'
import { appConfigurationOf, publicConfiguration } from '../../services/settings/appConfiguration.ts'
import { appDiff, storedAppConfig, withReplacedParts } from '../../services/settings/appConfSet.ts'
import { hasPeople } from '../../services/settings/checklist.ts'
import { log } from '../../services/audit/audit.ts'
import { consequencesOf } from '../../services/settings/consequences.ts'

/** The version of the running program, for reports of errors. */
const build = process.env['npm_package_version'] ?? ''

/** Writes the firm's choices, which have one common version, and logs the differences. */
export const saveAppConfSet = async (
  context: Context,
  version: number,
  next: (stored: Record<string, unknown>) => Record<string, unknown>,
) => {
  const { db, firmId } = context
  const current = await storedAppConfig(db, firmId)
  const appConfSet = next(current.appConfSet)
  const diff = appDiff(current.appConfSet, appConfSet)
  const patch = diff.length > 0 ? { appConfSet } : {}
  const where = eq(firms.firmId, firmId)
  await updateVersioned(context, firms, { where, current, version, patch, fields: {} })
  await log(context, {
    module: 11,
    action: 'config',
    target: { type: 'appConf', id: firmId, name: '应用配置', organizationId: null },
    diff,
  })
}

export const confHandlers: Handlers<typeof conf.calls> = {
  app: async (_, { db, firmId, caller, services }) => {
    const configuration = await appConfigurationOf(db, firmId, build, services)
    if (!configuration) throw notFound()
    if (!caller) return publicConfiguration(configuration)
    return {
      ...configuration,
      hasPeople: (await hasPeople(db, firmId)) ? 1 : 0,
      ...(caller.view && { additions: [...additionsInView] }),
    }
  },

  updateApp: async ({ version, ...parts }, context) => {
    await saveAppConfSet(context, version, stored => withReplacedParts(stored, parts))
    return (await appConfigurationOf(context.db, context.firmId, build, context.services))!
  },

  consequences: (input, context) => consequencesOf(context, input),
}
