import type { AnyEntity, ImportInput } from '../../../resources/kit/index.ts'
import type { Context } from '../../context/context.ts'
import type { ImportKind } from './handlers.ts'
import type { BoundCall } from '../../context/checks.ts'

// An import creates several records with the functions behind the create call, so that checks, rights and log
// are the same.

const batchOfResource = ({ name, calls, crud }: AnyEntity, bounds: readonly BoundCall[]) => {
  const create = bounds.find(({ call }) => call === calls[crud.create ?? ''])
  if (!create?.batch)
    throw new Error(`${name} has importColumns, and nothing that makes several of its records`)
  return create.batch
}

const importableResources = (resources: readonly AnyEntity[]) =>
  resources.flatMap(resource => (resource.imports ? [{ resource, imports: resource.imports }] : []))

/** The import call of every entity whose declaration has `importColumns`. */
export const importsOf = (resources: readonly AnyEntity[], bounds: readonly BoundCall[]): BoundCall[] =>
  importableResources(resources).map(({ resource, imports: { call } }) => {
    const { add } = batchOfResource(resource, bounds)
    return {
      name: `${resource.name}.import`,
      call,
      feature: resource.feature,
      // The schema of the call has parsed the input, and the call requires a session.
      handle: (input, context) => add(input as ImportInput, context as Context),
      isOutside: false,
    }
  })

/** The importable entities as kinds of batches, by entity name. */
export const importKindsOf = (
  resources: readonly AnyEntity[],
  bounds: readonly BoundCall[],
): Record<string, ImportKind> =>
  Object.fromEntries(
    importableResources(resources).map(({ resource, imports: { call } }) => {
      const { label, name, feature } = resource
      return [name, { ...batchOfResource(resource, bounds), label, call, feature }]
    }),
  )
