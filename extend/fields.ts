import { z } from 'zod'

import { addedFields, type AdditionalField } from '../resources/domain/extension.ts'
import { extensions } from '../resources/domain/extensions.ts'
import {
  type AnyEntity,
  type Call,
  contains,
  days,
  equal,
  type Fields,
  type FieldSections,
  type Filter,
  type Filters,
  filterShape,
  text,
} from '../resources/kit/index.ts'
import { exportOf } from '../resources/kit/exports.ts'
import { filterCountsOf } from '../resources/kit/filterCounts.ts'
import { withLazyProperties } from '../resources/kit/lazily.ts'

// The fields that extensions add to entities of the product. A build with extensions has this file in place of
// `resources/domain/additionalFields.ts`.

type Additions = Readonly<Record<string, AdditionalField>>

const additionsTo = (entity: string): Additions =>
  Object.assign({}, ...extensions.map(it => it.fields?.[entity] ?? {}))

const namesOf = (additions: Additions, isNamed: (addition: AdditionalField) => unknown) =>
  Object.keys(additions).filter(name => isNamed(additions[name]!))

/** A text is found by a part of it, a day within a range, and every other value by itself. */
const filterOf = (name: string, { field }: AdditionalField): Filter => {
  // A part of a text may be shorter than a whole one.
  if (field.kind === 'text') return contains(text(field.label, { max: 50 }))
  if (field.kind !== 'date') return equal(field)
  return days(field.label, { column: name, from: `${name}From`, to: `${name}To`, mayBeEmpty: true })
}

const filtersOf = (additions: Additions): Filters =>
  Object.fromEntries(
    namesOf(additions, it => it.isFilter).map(name => [name, filterOf(name, additions[name]!)]),
  )

const shapeOf = (fields: Fields, part: 'schema' | 'output'): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]))

const objectOf = (schema: z.ZodType) => schema as z.ZodObject

type Extended = {
  fields: Fields
  filters: Filters
  /** Names of the additional columns by which the list can be sorted. */
  sortable: readonly string[]
}

/** A list with more fields in its rows, more filters and more columns by which it can be sorted. */
const extendedList = (call: Call, { fields, ...more }: Extended): Call => {
  const filters = { ...call.filters, ...more.filters }
  const sortable = [...(call.sortable ?? []), ...more.sortable]
  const lazy = withLazyProperties(call, {
    input: () =>
      objectOf(call.input).extend({
        ...filterShape(filters),
        ...(sortable.length > 0 && { sortField: z.enum(sortable).optional() }),
      }),
    output: () => {
      const records = objectOf(call.output).shape['records'] as z.ZodArray<z.ZodObject>
      return objectOf(call.output).extend({
        records: z.array(records.element.extend(shapeOf(fields, 'output'))),
      })
    },
  })
  return Object.assign(lazy, { filters, sortable })
}

// A check of the whole record stays: zod's `extend` refuses a schema that has one.
const withInput = (call: Call, more: () => z.ZodRawShape): Call =>
  withLazyProperties(call, { input: () => objectOf(call.input).safeExtend(more()) })

const withOutput = (call: Call, fields: Fields): Call =>
  withLazyProperties(call, { output: () => objectOf(call.output).extend(shapeOf(fields, 'output')) })

/** The calls that serve react-admin's verbs and count the rows of the list, with the additional fields. */
const extendedCalls = ({ calls, crud, tabs }: AnyEntity, more: Extended) => {
  const { fields, filters } = more
  const { list, one, create, update } = crud
  const extendedCall = (name: string, call: Call): Call => {
    if (name === list) return extendedList(call, more)
    if (name === one) return withOutput(call, fields)
    if (name === create || name === update) return withInput(call, () => shapeOf(fields, 'schema'))
    if (name === tabs?.call)
      return withInput(call, () => filterShape({ ...calls[list!]!.filters, ...filters }))
    return call
  }
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, extendedCall(name, call)]))
}

/** The sections of a form, each with the fields that name it; sections of other names follow. */
const withSections = (sections: FieldSections, additions: Additions): FieldSections => {
  const names = Object.values(additions).map(it => it.section)
  return Object.fromEntries(
    [...new Set([...Object.keys(sections), ...names])].map(section => [
      section,
      [...(sections[section] ?? []), ...namesOf(additions, it => it.section === section)],
    ]),
  )
}

/** The export and the counts of the filters, which are made of the calls. */
const derivedOf = (entity: AnyEntity, fields: Fields) => {
  const { name, list, fixed = {}, filters, exports, filterCounts } = entity
  const listCall = entity.calls[entity.crud.list!]!
  const callOf = ({ who, needs, feature }: Call) => ({
    who,
    ...(needs && { needs }),
    feature,
  })
  const derived = { name, list, fixed, filters, listCall }
  const exported = exports && callOf(exports.call)
  return {
    ...(exports &&
      exported && {
        exports: exportOf(
          { ...derived, feature: exported.feature },
          {
            who: exported.who,
            ...(exported.needs && { needs: exported.needs }),
            extraColumns: { ...exports.extraColumns, ...fields },
          },
        ),
      }),
    filterCounts: filterCountsOf({ ...derived, feature: (filterCounts ?? exports)?.call.feature }),
  }
}

const extend = (entity: AnyEntity, additions: Additions): AnyEntity => {
  const fields = addedFields(additions)
  const filters = filtersOf(additions)
  const sortable = namesOf(additions, it => it.isSortable)
  const headings = Object.entries(additions).flatMap(([name, { heading }]) =>
    heading ? [[name, heading]] : [],
  )
  const { list, form, show, bulkEdit, importColumns } = entity
  const wider = {
    ...entity,
    fields: { ...entity.fields, ...fields },
    calls: extendedCalls(entity, { fields, filters, sortable }),
    filters: { ...entity.filters, ...filters },
    sortable: [...entity.sortable, ...sortable],
    form: withSections(form, additions),
    ...(Object.keys(show).length > 0 && { show: withSections(show, additions) }),
    list: [...list, ...namesOf(additions, it => it.isColumn)],
    ...(bulkEdit && { bulkEdit: [...bulkEdit, ...namesOf(additions, it => it.isBulkEdited)] }),
    ...(importColumns && { importColumns: { ...importColumns, ...Object.fromEntries(headings) } }),
  }
  return { ...wider, ...derivedOf(wider, fields) }
}

const extensible = new Set<string>()

/** Whether an entity takes additional fields: its declaration, which must have been loaded, passes `extendEntity`. */
export const isExtensible = (entity: string) => extensible.has(entity)

/** The entity with the fields that extensions add to it. */
export const extendEntity = <E extends AnyEntity>(entity: E): E => {
  extensible.add(entity.name)
  const additions = additionsTo(entity.name)
  if (Object.keys(additions).length === 0) return entity
  // The product's own code knows the fields that the product declares; generic code reads the others by name.
  return extend(entity, additions) as E
}

/** These fields of an entity, with those that extensions add to it; for calls that are not among react-admin's verbs. */
export const extendFields = <F extends Fields>(entity: string, fields: F): F => ({
  ...fields,
  ...addedFields(additionsTo(entity)),
})
