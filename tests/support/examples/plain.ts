import { chinese } from '../../../resources/kit/translate.ts'
import { type Action, type AnyEntity, type Call, describeMasked } from '../../../resources/kit/index.ts'
import { callOfVerb, mayCall, inputFieldsOf, type Values } from '../asking.ts'
import { sampleOf, sampleRecord } from '../sample.ts'
import type { Stage } from '../stage.ts'
import type { Example, LogRow, Maker } from './example.ts'

// Examples for plain entities, derived from their declaration: the input of a call and the log rows it
// leaves.

/** The input for a new record of this entity: a value for each required field. */
const inputOf = (resource: AnyEntity, call: Call, { organizationId }: Stage) =>
  sampleRecord(
    resource.fields,
    inputFieldsOf(call).filter(name => resource.fields[name]?.isRequired),
    { offices: organizationId },
  )

const nameOf = (call: Call, resource: AnyEntity) =>
  Object.keys(resource.calls).find(name => resource.calls[name] === call)!

const makeOne = async (resource: AnyEntity, stage: Stage) => {
  const call = callOfVerb(resource, 'create')!
  const draft = inputOf(resource, call, stage)
  const name = `${resource.name}.${nameOf(call, resource)}`
  const saved = (await stage.admin.call(name as never, draft as never)) as Values
  return { record: { ...draft, ...saved } as Values, id: Number(saved[resource.id]) }
}

const rowFor = (
  { name, logModule }: AnyEntity,
  action: string,
  id: number,
  diff: LogRow['diff'],
): LogRow => ({
  module: logModule!,
  action,
  target: [name, id],
  ...(diff && { diff }),
})

const creation =
  (resource: AnyEntity): Maker =>
  stage => {
    const input = inputOf(resource, callOfVerb(resource, 'create')!, stage)
    const logs = (answer: Values) => [
      rowFor(resource, 'create', Number(answer[resource.id]), Object.keys(input)),
    ]
    return { input, logs }
  }

const change =
  (resource: AnyEntity): Maker =>
  async stage => {
    const { record, id } = await makeOne(resource, stage)
    const name = resource.title
    const [before, after] = [record[name], sampleOf(resource.fields[name]!, {})]
    const texts = [before, after].map(value => describeMasked(chinese, resource.fields[name]!, value)) as [
      string,
      string,
    ]
    return {
      input: { [resource.id]: id, version: record['version'], [name]: after },
      logs: [rowFor(resource, 'update', id, { [name]: texts })],
    }
  }

const removal =
  (resource: AnyEntity): Maker =>
  async stage => {
    const { id } = await makeOne(resource, stage)
    return { input: { [resource.id]: id }, logs: [rowFor(resource, 'delete', id, [])] }
  }

/** An action of the entity, logged under the name of the action. */
const action =
  (resource: AnyEntity, name: string, { input }: Action<never>): Maker =>
  async stage => {
    const { record, id } = await makeOne(resource, stage)
    return { input: input(record as never) as Values, logs: [rowFor(resource, name, id, [])] }
  }

/** The example of a call for which nobody wrote one. */
export const plainMakers = (resource: AnyEntity, call: Call): Readonly<Record<string, Maker>> => {
  const verbs = { create: creation, update: change, remove: removal } as const
  for (const [verb, maker] of Object.entries(verbs))
    if (callOfVerb(resource, verb as keyof typeof verbs) === call) return { [verb]: maker(resource) }
  // A call that only reads for a dialog needs no example.
  if (!call.writes) return {}
  const found = Object.entries(resource.actions).find(([, it]) => resource.calls[it.call] === call)
  return found ? { [found[0]]: action(resource, ...found) } : {}
}

/** Exports a list as a caller who may read it: a lawyer for a page of the lawyers' own area. */
export const exportMakers = ({
  views,
  calls,
  crud,
  exports,
}: AnyEntity): Readonly<Record<string, Maker>> => ({
  '': async ({ lawyer }) => {
    const isOfLawyers = views.list?.roles.includes('lawyer') && mayCall(exports!.call, 'lawyer')
    const person = await lawyer()
    const input = inputFieldsOf(calls[crud.list!]!).includes('lawyerId') ? { lawyerId: person.id } : {}
    return {
      ...(isOfLawyers && { by: person.key }),
      input,
      logs: [{ module: 13, action: 'export' }],
    }
  },
})
/** Two new records of a plain entity in one call. */
export const importMakers = (resource: AnyEntity): Readonly<Record<string, Maker>> => ({
  '': stage => {
    const call = callOfVerb(resource, 'create')!
    const list = [inputOf(resource, call, stage), inputOf(resource, call, stage)]
    return {
      input: { list, source: 2 },
      logs: list.map(row => ({
        module: resource.logModule!,
        action: 'create',
        diff: Object.keys(row),
      })),
    }
  },
})
export type { Example }
