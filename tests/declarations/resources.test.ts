import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { entities } from '../../resources/entities.ts'
import { resources } from '../../resources/index.ts'
import type { AnyEntity } from '../../resources/kit/index.ts'
import { entriesOf, countCharacters, parametersOf as filterParametersOf } from '../../resources/kit/index.ts'
import { settingResources } from '../../resources/settings/index.ts'
import { sampleRecord } from '../support/sample.ts'
import { columnsOf, everyField, parametersOf, verbOf, writtenBy } from './shapes.ts'

const byName = new Map(resources.map(it => [it.name, it]))

test('bulk edit offers no field that is masked or that only some callers may read', () => {
  // Its preview, its report and its stored values are not reduced to what the caller may read.
  const restricted = entities.flatMap(({ name, bulkEdit = [], fields }: AnyEntity) =>
    bulkEdit
      .filter(field => fields[field]!.readableBy || fields[field]!.revealedTo || fields[field]!.isSensitive)
      .map(field => `${name}.${field}`),
  )
  expect(restricted).toEqual([])
  expect(entities.some(({ bulkEdit }: AnyEntity) => bulkEdit !== undefined)).toBe(true)
})

test('each kind of review offers the usual reasons of a setting', () => {
  const refusals = resources.flatMap(({ name, actions }) =>
    Object.values(actions).flatMap(({ label, ask }) =>
      label === '驳回' ? [[name, ask?.['reason']] as const] : [],
    ),
  )
  expect(refusals.map(([name]) => name)).toEqual(
    expect.arrayContaining(['cards', 'lawyers', 'transfers', 'articles']),
  )
  const unlisted = refusals.filter(([, reason]) => {
    const { setting, field } = (reason?.kind === 'text' && reason.suggestedBy) || { setting: '', field: '' }
    const list: unknown = Object(byName.get(setting)?.initial)[field]
    return !Array.isArray(list) || byName.get(setting)?.fields[field]?.kind !== 'strings'
  })
  expect(unlisted.map(([name]) => name)).toEqual([])
})

test('each resource has its own name', () => expect(byName.size).toBe(resources.length))

describe.each(resources.map(it => [it.name, it] as const))('%s', (_, resource) => {
  test('labels are short', () => {
    const labels = [
      resource.label,
      ...everyField(resource.fields).map(([, it]) => it.label),
      ...Object.values(resource.actions).map(it => it.label),
    ]
    expect(labels.filter(it => it.trim() === '' || countCharacters(it) > 25)).toEqual([])
  })

  test('a generic screen has the calls that it needs', () => {
    const needed = { list: ['list'], create: ['create'], edit: ['one', 'update'], show: ['one'] } as const
    const missing = entriesOf(resource.views).flatMap(([view, route]) =>
      route.page
        ? []
        : needed[view].filter(verb => resource.crud[verb] === undefined).map(verb => `${view}: ${verb}`),
    )
    expect(missing).toEqual([])
  })

  test('references point at resources that list their choices', () => {
    const targets = [
      ...everyField(resource.fields),
      ...Object.values(resource.actions).flatMap(it => everyField(it.ask ?? {})),
    ].flatMap(([, it]) => ('to' in it ? [it.to] : []))
    expect(targets.filter(it => byName.get(it)?.choices === undefined)).toEqual([])
  })

  const { initial = {} } = resource
  test('has valid initial values', () => {
    for (const [name, value] of Object.entries(initial))
      expect(resource.fields[name]!.schema.safeParse(value).error).toBeUndefined()
  })
})

describe.each(settingResources.map(it => [it.name, it] as const))('the setting %s', (_, setting) => {
  const [one, update] = (['one', 'update'] as const).map(it => verbOf(setting, it))
  const formFields = Object.values(setting.form).flat()

  test.runIf(one)('is answered with the fields of its form', () => {
    expect(columnsOf(one!)).toEqual(expect.arrayContaining([...formFields, 'version']))
  })

  test.runIf(update)('is updated with the fields of its form and its version', () => {
    expect(parametersOf(update!)).toEqual(expect.arrayContaining([...writtenBy(setting), 'version']))
  })
})

describe.each(entities.map(it => [it.name, it] as const))('%s', (_, resource) => {
  const [list, one, create, update, remove] = (['list', 'one', 'create', 'update', 'remove'] as const).map(
    it => verbOf(resource, it),
  )

  test.runIf(resource.choices)('choices have an id and a name', () => {
    const call = resource.calls[resource.choices!]!
    expect(columnsOf(call)).toEqual(expect.arrayContaining([resource.id, resource.title]))
  })

  test('declares nothing for screens that it lacks', () => {
    const { filters, tabs, empty, orderField, bin, form, show, initial } = resource
    const isFilled = (value: object | string | undefined) =>
      typeof value === 'string' || Object.keys(value ?? {}).length > 0
    const ofList = { list: resource.list, filters, tabs, empty, orderField, bin }
    const ofForm = { form, initial }
    const idle = [
      ...(list ? [] : Object.entries(ofList)),
      ...((create ?? update) ? [] : Object.entries(ofForm)),
      ...(one ? [] : [['show', show] as const]),
    ].filter(([, value]) => isFilled(value))
    expect(idle.map(([option]) => option)).toEqual([])
  })

  test.runIf(list)('the list call is paged and answers the columns', () => {
    expect(parametersOf(list!)).toEqual(expect.arrayContaining(['pageNum', 'pageSize', 'ids']))
    expect(columnsOf(list!)).toEqual(expect.arrayContaining([resource.id, ...resource.list]))
  })

  test.runIf(list)('filters and orders are parameters of the list call', () => {
    const accepted = parametersOf(list!)
    const parameters = Object.entries(resource.filters).flatMap(([name, it]) => filterParametersOf(name, it))
    expect(parameters.filter(it => !accepted.includes(it))).toEqual([])
    const { sortField } = (list!.input as z.ZodObject).shape as { sortField: z.ZodOptional<z.ZodEnum> }
    expect(new Set(sortField.unwrap().options)).toEqual(new Set(resource.sortable))
    expect(resource.sortable).toContain(resource.sort.field)
  })

  test.runIf(one)('a record is read by its id with all shown fields', () => {
    expect(parametersOf(one!)).toContain(resource.id)
    const columns = columnsOf(one!)
    expect(
      Object.values(resource.show)
        .flat()
        .filter(it => !columns.includes(it)),
    ).toEqual([])
    expect(
      Object.values(resource.form)
        .flat()
        .filter(it => !columns.includes(it)),
    ).toEqual([])
  })

  test.runIf(create)('the form has the fields that the create call accepts and requires', () => {
    const accepted = parametersOf(create!)
    const form = writtenBy(resource)
    expect(
      form.filter(it => !accepted.includes(it)),
      'fields of the form that the input of the create call lacks',
    ).toEqual([])
    if (resource.views.create?.page) return
    const { shape } = create!.input as z.ZodObject
    const needed = accepted.filter(it => !(shape[it] as z.ZodType).safeParse(undefined).success)
    const sentFields = [...form, ...Object.keys(resource.fixed ?? {})]
    expect(needed.filter(it => !sentFields.includes(it))).toEqual([])
  })

  test.runIf(update)('the form has the fields that the update call accepts, with id and version', () => {
    const accepted = parametersOf(update!)
    expect(
      writtenBy(resource).filter(it => !accepted.includes(it)),
      'fields of the form that the input of the update call lacks',
    ).toEqual([])
    expect(accepted).toEqual(expect.arrayContaining([resource.id, 'version']))
    expect(columnsOf(one!)).toContain('version')
  })

  test.runIf(remove)('is removed by its id', () => expect(parametersOf(remove!)).toContain(resource.id))

  test.runIf(resource.tabs)('each tab has a count', () => {
    const { field, call, counts } = resource.tabs!
    const { options } = resource.fields[field] as { options: readonly (readonly [unknown, ...unknown[]])[] }
    expect(Object.keys(counts).toSorted()).toEqual(['all', ...options.map(([it]) => String(it))].toSorted())
    const answered = Object.keys((resource.calls[call]!.output as z.ZodObject).shape)
    expect(Object.values(counts).filter(it => !answered.includes(it))).toEqual([])
    expect(parametersOf(list!)).toContain(field)
    const filters = parametersOf(list!).filter(it => !/^(page\w+|sort\w+|ids)$/.test(it))
    expect(parametersOf(resource.calls[call]!).toSorted()).toEqual(filters.toSorted())
  })
})

const actions = entities.flatMap(resource =>
  Object.entries(resource.actions).map(
    ([name, action]) => [`${resource.name}.${name}`, { resource, action }] as const,
  ),
)

describe.each(actions)('the action %s', (_, { resource, action }) => {
  const call = resource.calls[action.call]!
  const record = {
    ...sampleRecord(resource.fields, sampled(resource), {}),
    [resource.id]: 7,
    organizationId: 7,
    version: 3,
  }
  const ask = action.ask ?? {}

  test('asks only for parameters of its call', () => {
    expect(Object.keys(ask).filter(it => !parametersOf(call).includes(it))).toEqual([])
  })

  test('sends only input that its call accepts', () => {
    const answers = sampleRecord(ask, Object.keys(ask), {})
    const { error } = call.input.safeParse({ ...action.input(record as never), ...answers })
    expect(error).toBeUndefined()
  })

  const { when } = action
  test.runIf(when)('is offered for some records only', () => {
    const offers = variantsOf(resource, when!).map(it => when!({ ...record, ...it } as never))
    expect(new Set(offers)).toEqual(new Set([false, true]))
  })

  test.runIf(action.shows)('shows only a value that its call answers', () => {
    expect(columnsOf(call)).toContain(action.shows)
  })
})

/** Fields of lists and records; a password is in neither. */
function sampled({ fields }: AnyEntity) {
  return Object.keys(fields).filter(it => it !== 'password')
}

/** All combinations of the values that a condition reads. */
function variantsOf({ fields }: AnyEntity, when: (record: never) => boolean): object[] {
  const looked = new Set<string>()
  const shownRecord = (record: object) =>
    new Proxy(record, {
      get: (target, name) => {
        looked.add(String(name))
        return Reflect.get(target, name) as unknown
      },
    })
  const combinations = () =>
    Object.entries(fields)
      .filter(([name]) => looked.has(name))
      .reduce<object[]>(
        (variants, [name, field]) => {
          const values = 'options' in field ? field.options.map(([it]) => it) : [0, 1]
          return variants.flatMap(it => values.map(value => ({ ...it, [name]: value })))
        },
        [{}],
      )
  // A condition may read a second field only if the first has some value.
  for (let count = -1; count < looked.size;) {
    count = looked.size
    for (const variant of combinations()) when(shownRecord(variant) as never)
  }
  return combinations()
}
