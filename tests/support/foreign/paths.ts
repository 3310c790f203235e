import { allRoutes } from '../../declarations/shapes.ts'
import type { Person } from './handlers.ts'

const roles: Record<Person, readonly string[]> = { admin: ['admin', 'mainAdmin'], lawyer: ['lawyer'] }
const queries: Readonly<Record<string, string>> = { '/app/cms/add': '?kind=1' }

/** Every screen for this kind of person, for the record with the id 1. */
export const pathsOf = (who: Person) =>
  allRoutes
    .filter(route => route.roles.some(it => roles[who].includes(it)))
    .map(({ path }) => path.replaceAll(/:\w+/g, '1') + (queries[path] ?? ''))
