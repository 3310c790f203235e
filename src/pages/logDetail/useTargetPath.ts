import { resources } from '../../../resources/index.ts'
import { lawyerPopulation } from '../../../resources/domain/role.ts'
import type { OutputOf, Route } from '../../../resources/kit/index.ts'
import type { logs } from '../../../resources/logs.ts'
import { useRights } from '../../session/useRights.ts'
import { useSession } from '../../session/sessionContext.ts'

type Log = OutputOf<typeof logs.calls.one>

/** Pages of lawyers for their own data. */
const ownPages: Readonly<Record<string, string>> = {
  cards: '/app/user/dashboard',
  lawyers: '/app/user/account/settings',
}

const isAboutOne = ({ path }: Route) => path.includes(':id')

/** Page of the logged record, if it still exists and the user may open it. */
export const useTargetPath = ({ targetType, targetId, action }: Log) => {
  const { self } = useSession()
  const { mayOpen } = useRights()
  if (!targetType || !targetId || action === 'delete' || action === 'purge') return null
  if (self.userType === lawyerPopulation) return ownPages[targetType] ?? null
  const resource = resources.find(resource => resource.name === targetType)
  if (!resource) return null
  const { show, edit } = resource.views
  const target = [show, edit, ...Object.values(resource.pages)].find(
    route => route && isAboutOne(route) && mayOpen(route),
  )
  return target?.path.replace(':id', String(targetId)) ?? null
}
