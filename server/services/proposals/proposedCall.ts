import { resourceNamed } from '../../../resources/index.ts'
import { isEntity } from '../../../resources/kit/index.ts'
import { notFound } from '../../context/apiError.ts'
import { type BoundCall, callerScope, checkFeature, checkSubject } from '../../context/checks.ts'
import type { Context } from '../../context/context.ts'

/** What a proposed call is about: its resource, with the name of the field that holds the id of a record. */
export const describedResource = ({ name }: Pick<BoundCall, 'name'>) => {
  const resource = resourceNamed(name.slice(0, name.lastIndexOf('.')))
  if (!resource) throw notFound()
  return { name: resource.name, fields: resource.fields, id: isEntity(resource) ? resource.id : 'id' }
}

/** Makes a call with the caller's own right to it, as the engine does for a request. */
export const makeCall = async (bound: BoundCall, input: unknown, context: Context): Promise<void> => {
  const { caller, switches } = context
  const own: Context = { ...context, scope: callerScope(bound.call, caller, switches) }
  checkFeature(bound, caller, switches)
  await checkSubject(bound, input, own)
  await bound.handle(input, own)
}
