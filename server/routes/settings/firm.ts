import { and, eq, isNull } from 'drizzle-orm'

import { firm as resource } from '../../../resources/settings/firm.ts'
import type { Db } from '../../db/connection/open.ts'
import { firms, offices } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { notFound } from '../../context/apiError.ts'
import { checklistOf } from '../../services/settings/checklist.ts'
import { appConfigurationOf } from '../../services/settings/appConfiguration.ts'
import { diffOf, logWithChange } from '../../services/audit/audit.ts'
import { settingOf } from '../../services/settings/firmSettings.ts'
import { cleanInput } from '../../services/markup/sanitize.ts'
import { updateVersioned } from '../../records/versioned.ts'
import { miniProgramHandlers } from './miniProgram.ts'

const findFirm = async (db: Db, firmId: number) => {
  const [row] = await db.select().from(firms).where(eq(firms.firmId, firmId))
  if (!row) throw notFound()
  return row
}

const mainOffice = async (db: Db, firmId: number) => {
  const [row] = await db
    .select({ id: offices.organizationId })
    .from(offices)
    .where(and(eq(offices.firmId, firmId), eq(offices.isMain, 1), isNull(offices.deletedAt)))
  return row?.id ?? null
}

export const firmHandlers: Handlers<typeof resource.calls> = {
  ...miniProgramHandlers,
  checklist: (_, context) => checklistOf(context),
  firmInfo: async ({ id }, { db, firmId, caller }) => {
    // Another firm counts as not found, whoever asks (promise Q19).
    if (id !== firmId) throw notFound()
    const { appConfSet, version, ...row } = await findFirm(db, firmId)
    const { agreement, privacy } = await settingOf(db, firmId, 'loginRegSet')
    const publicColumns = { ...row, mainOrganizationId: await mainOffice(db, firmId), agreement, privacy }
    if (!caller) return publicColumns
    const app = await appConfigurationOf(db, firmId, '')
    return {
      ...publicColumns,
      version,
      appConf: JSON.stringify(app),
      appConfSet: JSON.stringify(appConfSet),
      cardReview: app!.cardReview,
    }
  },

  update: async ({ version, ...input }, context) => {
    const { db, firmId } = context
    const current = await findFirm(db, firmId)
    const patch = await cleanInput(resource.fields, input)
    const answer = await updateVersioned(context, firms, {
      where: eq(firms.firmId, firmId),
      current,
      version,
      patch,
      fields: resource.fields,
      logged: () =>
        logWithChange(context, {
          module: 10,
          action: 'update',
          target: { type: 'firms', id: firmId, name: current.name, organizationId: null },
          diff: diffOf(resource.fields, current, patch),
        }),
    })
    return answer
  },
}
