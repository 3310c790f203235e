import { resources } from '../../../resources/index.ts'
import { lawyer, type OutputOf, type Route } from '../../../resources/kit/index.ts'
import type { logs } from '../../../resources/logs.ts'
import { useRights } from '../../actions/useRights.ts'
import { useShell } from '../../layout/shell.ts'

type Log = OutputOf<typeof logs.calls.one>

/** Where a lawyer finds what of his the log is about. */
const ownPages: Readonly<Record<string, string>> = {
  cards: '/app/user/dashboard',
  lawyers: '/app/user/account/settings',
}

const isAboutOne = ({ path }: Route) => path.includes(':id')

/** The page of the object, where it still has one that this user may open. */
export const useTargetPath = ({ targetType, targetId, action }: Log) => {
  const { self } = useShell()
  const { mayOpen } = useRights()
  if (!targetType || !targetId || action === 'delete' || action === 'purge') return null
  if (self.userType === lawyer) return ownPages[targetType] ?? null
  const resource = resources.find(it => it.name === targetType)
  if (!resource) return null
  const { show, edit } = resource.views
  const route = [show, edit, ...Object.values(resource.pages)].find(it => it && isAboutOne(it) && mayOpen(it))
  return route?.path.replace(':id', String(targetId)) ?? null
}
