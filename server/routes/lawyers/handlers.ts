import { and, eq, sql } from 'drizzle-orm'

import { fromKeys, keysOf } from '../../../resources/kit/objects.ts'
import { lawyers as resource } from '../../../resources/lawyers/index.ts'
import type { Context } from '../../context/context.ts'
import { lawyers } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { withFilter } from '../../records/conditions.ts'
import { tabCounts } from '../../db/lists/counts.ts'
import { ApiError } from '../../context/apiError.ts'
import { log } from '../../services/audit/audit.ts'
import { lockReferences } from '../../services/directory/references.ts'
import { leavingCounts } from '../../services/lawyers/leave.ts'
import { lawyerTarget } from '../../services/lawyers/values.ts'
import { devicesOf, kickSessions } from '../../services/identity/sessionDevices.ts'
import { beginView } from '../../services/identity/views.ts'
import { removeFactorOfPerson } from '../../services/identity/ownFactor.ts'
import { showPassword, updateMobile, updatePassword } from './account.ts'
import { addList } from './batch.ts'
import { applyDirectory } from './directory/apply.ts'
import { beginComparison, readDirectory } from './directory/read.ts'
import { matchNames } from './match.ts'
import { placeHold } from '../../services/holds/placeHold.ts'
import { passLawyer, removeLawyer } from './review.ts'
import { findLawyer, exportLawyerRows, lawyerList, visibleLawyers, readLawyer } from './rows.ts'
import { requestTransfer } from './transfers.ts'
import { updateLawyer } from './update.ts'

const states = { pending: 0, normal: 1, rejected: 2, disabled: 3, left: 4 } as const

const logReveal = async (context: Context, row: { id: number; name: string; organizationId: number }) => {
  const { caller } = context
  if (!caller.capabilities.has('lawyer.reveal'))
    throw new ApiError('4030', undefined, { need: 'lawyer.reveal', scope: null })
  // Lawyers who look at their own mobile are not logged.
  if (caller.population === 2) return
  await log(context, { module: 14, action: 'reveal', target: lawyerTarget(row) })
}

export const lawyerHandlers: Handlers<typeof resource.calls> = {
  pageList: { ...lawyerList.listing, inFile: exportLawyerRows },

  lawyerNum: (filters, context) => {
    const counted = (query: typeof filters) => sql`from ${lawyers} where ${lawyerList.where(context, query)}`
    const tabs = fromKeys(keysOf(states), name => counted(withFilter(filters, 'status', [states[name]])))
    return tabCounts(context, { all: counted(filters), ...tabs })
  },

  lawyerInfo: async ({ id, reveal: isUnmasked }, context) => {
    const row = await readLawyer(context, and(visibleLawyers(context), eq(lawyers.id, id))!)
    if (isUnmasked === 1) await logReveal(context, row)
    return row
  },

  addList,
  directory: readDirectory,
  compareDirectory: beginComparison,
  applyDirectory,
  matchNames,
  update: updateLawyer,
  hold: async ({ id, ...input }, context) => {
    await lockReferences(context, { lawyers: [id] })
    return placeHold(context, lawyerTarget(await findLawyer(context, id)), 'lawyers', input)
  },
  requestTransfer,
  consequences: async ({ id }, context) => {
    await findLawyer(context, id)
    return leavingCounts(context, id)
  },
  pass: passLawyer,
  remove: removeLawyer,
  updateMobile,
  updatePassword,
  showPassword,
  viewAs: async ({ id }, context) => {
    const lawyer = await findLawyer(context, id)
    return beginView(context, { ...lawyer, population: 2, officeLevel: null, isSystem: false })
  },
  devices: async ({ id }, context) => {
    await findLawyer(context, id)
    return devicesOf(context, { population: 2, id })
  },
  kick: async ({ id, ...target }, context) =>
    kickSessions(context, { ...(await findLawyer(context, id)), population: 2 }, target),
  removeFactor: async ({ id, reason }, context) =>
    removeFactorOfPerson(context, { ...(await findLawyer(context, id)), population: 2 }, reason),
}
