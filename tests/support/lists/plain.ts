import { extensions } from '../../../resources/domain/extensions.ts'
import { entities } from '../../../resources/entities.ts'
import { type AnyEntity, type Field, type FieldKind } from '../../../resources/kit/index.ts'
import type { TestApp } from '../app.ts'
import { boundCall, callOfVerb, inputFieldsOf, type Values } from '../asking.ts'
import { sampleOf } from '../sample.ts'
import { cycle } from './moments.ts'

// Generates the list rows of plain entities from their declaration: each field cycles through its values, so
// that some are equal, and fields that no form writes are set by the entity's own actions.

type Choose = (field: never, index: number) => unknown
const choices: { [K in FieldKind]?: (field: Field<K>, index: number) => unknown } = {
  select: ({ options }, index) => cycle(options, index)[0],
  toggle: (_, index) => cycle([0, 1, 0], index),
  date: (_, index) => cycle(['2026-03-10', '2026-03-09', '2026-03-10', '2026-03-11'], index),
  month: (_, index) => cycle(['2026-03', '2026-02', '2026-03', '2026-04'], index),
  integer: ({ min, max }, index) => Math.min(max, Math.max(min, cycle([3, 5, 3, 9], index))),
  decimal: ({ min, max }, index) => Math.min(max, Math.max(min, cycle([3, 5.5, 3, 9], index))),
}
/** A value of the field for the row of this number. */
export const valueOf = (field: Field, index: number) =>
  // Of other entities than people there may be one record only.
  'to' in field && field.to === 'lawyers'
    ? cycle([1, 2], index)
    : ((choices[field.kind] as Choose | undefined)?.(field as never, index) ?? sampleOf(field, {}))

/** Values of the fields that extensions add to an entity, some of which are equal; every third record has none. */
export const additionalValues = (entity: string, index: number) => {
  const fields = extensions.flatMap(it => Object.entries(it.fields?.[entity] ?? {}))
  return index % 3 === 2
    ? {}
    : Object.fromEntries(
        fields.map(([name, { field }]) => [
          name,
          field.kind === 'text' ? cycle(['CC-10', 'CC_20%'], index) : valueOf(field, index),
        ]),
      )
}

const ROW_COUNT = 6

const isPlain = (resource: AnyEntity, filled: readonly string[]) =>
  callOfVerb(resource, 'list') && callOfVerb(resource, 'create') && !filled.includes(resource.name)

const fillOne = async (app: TestApp, resource: AnyEntity) => {
  const admin = await app.as('admin')
  const call = (name: string, input: unknown) => admin.call(name as never, input as never) as Promise<Values>
  const create = callOfVerb(resource, 'create')!
  const needed = inputFieldsOf(create).filter(
    name => resource.fields[name]?.isRequired || choices[resource.fields[name]?.kind ?? 'text'],
  )
  const created: Values[] = []
  for (let index = 0; index < ROW_COUNT; index += 1) {
    const draft: Values = {
      ...Object.fromEntries(needed.map(name => [name, valueOf(resource.fields[name]!, index)])),
      ...additionalValues(resource.name, index),
    }
    // A title that need not be unique is that of another row once.
    if (index === 1 && !resource.unique) draft[resource.title] = created[0]![resource.title]
    created.push({ ...draft, ...(await call(`${resource.name}.${resource.crud.create!}`, draft)) })
    // Every second row has the same time as the one before.
    if (index % 2 === 1) app.clock.advance(60_000)
  }
  const written = Object.keys(resource.filters).filter(name => inputFieldsOf(create).includes(name))
  for (const name of Object.keys(resource.filters).filter(it => !written.includes(it))) {
    const action = Object.values(resource.actions).find(
      it => it.when?.({ [name]: 0 } as never) && boundCall(`${resource.name}.${it.call}`),
    )
    for (const record of action ? created.slice(0, 2) : [])
      await call(`${resource.name}.${action!.call}`, action!.input(record as never))
  }
  return created.map(it => Number(it[resource.id]))
}

/** The ids of the rows of each plain entity, by the name of the entity. */
export const fillPlain = async (app: TestApp, filled: readonly string[]) => {
  app.clock.stop()
  const ids: Record<string, number[]> = {}
  for (const resource of entities.filter(it => isPlain(it, filled)))
    ids[resource.name] = await fillOne(app, resource)
  app.clock.run()
  return ids
}
