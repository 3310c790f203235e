import { resources } from '../../resources/index.ts'
import { type AnyEntity, type Call, isEntity } from '../../resources/kit/index.ts'

const entities = resources.filter(isEntity)

const isSamePath = (one: Call | undefined, other: Pick<Call, 'path'>) => one?.path === other.path

/** The entity whose rows a call lists; several kinds of content share one call, and the first of them stands for all. */
export const entityListedBy = (call: Pick<Call, 'path'>): AnyEntity | undefined =>
  entities.find(({ crud, calls }) => isSamePath(calls[crud.list ?? ''], call))

/** The entity whose rows the tabs of a list count by this call, with these tabs. */
export const tabsCountedBy = (call: Pick<Call, 'path'>) => {
  const entity = entities.find(({ tabs, calls }) => isSamePath(calls[tabs?.call ?? ''], call))
  return entity?.tabs && { entity, tabs: entity.tabs }
}

/** The entity whose options of a filter this call counts. */
export const entityCountedBy = (call: Pick<Call, 'path'>): AnyEntity | undefined =>
  entities.find(({ filterCounts }) => isSamePath(filterCounts?.call, call))

/** The call that lists an entity. */
export const listCallOf = ({ crud, calls }: AnyEntity): Call | undefined => calls[crud.list ?? '']

/** Whether a call answers pages of a list. */
export const isPaged = ({ filters }: Call): boolean => filters !== undefined

/** Whether a call answers what is stored and changes nothing that people see, although it may log that somebody has read it. */
export const isReading = ({ method, reveals }: Call): boolean => method === 'GET' || reveals === 'always'
