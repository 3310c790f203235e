import { and, eq, isNull } from 'drizzle-orm'

import { firm as resource } from '../../resources/settings/firm.ts'
import type { Db } from '../db/open.ts'
import { firms, offices } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { missing } from '../refusal.ts'
import { appConfigurationOf } from '../services/appConfiguration.ts'
import { diffOf, log } from '../services/audit.ts'
import { cleanDraft } from '../services/sanitize.ts'
import { updateVersioned } from '../versioned.ts'

const { firmInfo, update } = resource.calls
/** Of the firm's calls those that are served; the mini-program's follow with its pages. */
export const firm = { name: resource.name, calls: { firmInfo, update } }

const find = async (db: Db, firmId: number) => {
  const [row] = await db.select().from(firms).where(eq(firms.firmId, firmId))
  if (!row) throw missing()
  return row
}

const mainOffice = async (db: Db, firmId: number) => {
  const [row] = await db
    .select({ id: offices.organizationId })
    .from(offices)
    .where(and(eq(offices.firmId, firmId), eq(offices.isMain, 1), isNull(offices.deletedAt)))
  return row?.id ?? null
}

export const firmHandlers: Handlers<typeof firm.calls> = {
  firmInfo: async ({ id }, { db, firmId, caller }) => {
    // Another firm is not there, whoever asks (promise Q19).
    if (id !== firmId) throw missing()
    const { appConfSet, version, ...row } = await find(db, firmId)
    const open = { ...row, mainOrganizationId: await mainOffice(db, firmId) }
    if (!caller) return open
    const app = await appConfigurationOf(db, firmId, '')
    return {
      ...open,
      version,
      appConf: JSON.stringify(app),
      appConfSet: JSON.stringify(appConfSet),
      cardReview: app!.cardReview,
    }
  },

  update: async ({ version, ...draft }, context) => {
    const { db, firmId } = context
    const current = await find(db, firmId)
    const patch = cleanDraft(resource.fields, draft)
    const answer = await updateVersioned(context, firms, {
      where: eq(firms.firmId, firmId),
      current,
      version,
      patch,
      fields: resource.fields,
    })
    await log(context, {
      module: 10,
      action: 'update',
      target: { type: 'firms', id: firmId, name: current.name, organizationId: null },
      diff: diffOf(resource.fields, current, patch),
    })
    return answer
  },
}
