import type { z } from 'zod'

import { bulkActionsOf, bulkEdit, bulkFieldsOf, rowEdit, sheetEdit } from '../../../resources/domain/bulk.ts'
import { fieldsWithParts, partsProperty } from '../../../resources/domain/bulkChoices.ts'
import { isCapability } from '../../../resources/domain/rights.ts'
import { isSame } from '../../../resources/domain/sameness.ts'
import { rowFieldsOf, sheetFieldsOf } from '../../../resources/domain/sheets.ts'
import {
  type Action,
  type AnyEntity,
  type Fields,
  inputSchema,
  isPlainObject,
  parametersOf,
} from '../../../resources/kit/index.ts'
import { ApiError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import type { Served } from '../lists/exports.ts'
import { sheetKindOf } from './sheetKind.ts'
import type { Answers, BulkAction, BulkKind, Opposite, Row } from './kind.ts'
import {
  type AnyListing,
  type BoundCall,
  callerScope,
  checkFeature,
  checkReason,
  checkSubject,
  parseInputValues,
} from '../../context/checks.ts'

// Bulk actions call the handler of the single call for each record, so rights, states, versions, log and messages are the same.

/** The context with the scope of the call's own right. */
const reaching = (context: Context, { call }: BoundCall): Context => ({
  ...context,
  scope: callerScope(call, context.caller, context.switches),
})

const pageParameters = ['pageNum', 'pageSize', 'sortField', 'sortOrder', 'keyword', 'ids']

/** Throws the reason if a call for several records lists this one as failed. */
const refuseWhatFailed = (answer: unknown) => {
  const failed: unknown = isPlainObject(answer) ? answer['failed'] : undefined
  const [first] = Array.isArray(failed) ? failed : []
  if (isPlainObject(first)) throw new ApiError('4091', String(first['message']))
}

/** Names of the actions that overwrite fields by the call for a single record. */
const editFields: Readonly<Record<string, (entity: AnyEntity) => Fields>> = {
  [bulkEdit]: bulkFieldsOf,
  [sheetEdit]: sheetFieldsOf,
  [rowEdit]: rowFieldsOf,
}
const isEdit = (name: string) => Object.hasOwn(editFields, name)
const editFieldsOf = (entity: AnyEntity, name: string) => editFields[name]!(entity)

/** Schema of the answers of the action's dialog. A bulk edit needs at least one of its fields. */
const answersSchemaOf = (entity: AnyEntity, name: string, { ask = {} }: Action<never>): z.ZodType => {
  if (!isEdit(name)) return inputSchema(ask)
  const fields = inputSchema(editFieldsOf(entity, name)).partial()
  return fields.refine(values => Object.values(values).some(value => value !== undefined), {
    path: ['answers'],
    error: '请选择要修改的内容',
  })
}

const oppositeOf = (
  { name: resource }: AnyEntity,
  name: string,
  { undo }: Action<never>,
): Opposite | undefined => {
  if (isEdit(name)) return { resource, action: name }
  if (undo === undefined) return undefined
  const [first, second] = undo.split('.')
  return second === undefined ? { resource, action: first! } : { resource: first!, action: second }
}

/** Fields of a published record whose working copy differs from what is public. */
const pendingFields = ({ changedFields }: Row) => (Array.isArray(changedFields) ? changedFields : [])

/** Compares the values of an edit with a record, and keeps its present ones for the undo. */
const changeOf = (entity: AnyEntity, action: string): NonNullable<BulkAction['changeOf']> => {
  const names = Object.keys(editFieldsOf(entity, action))
  const divided = action === bulkEdit ? fieldsWithParts(entity) : []
  return (row, answers) => {
    const before: Record<string, unknown> = {}
    let isChanged = false
    for (const name of names.filter(it => answers[it] !== undefined)) {
      const present: unknown = row[name] ?? null
      const parts = divided.includes(name) ? Object.keys(Object(answers[name])) : null
      const reduced = (value: unknown) =>
        parts ? Object.fromEntries(parts.map(part => [part, Object(value)[part] ?? null])) : value
      before[name] = reduced(present)
      // The same value does change what is public, if that still is another one.
      if (!isSame(reduced(present), reduced(answers[name])) || pendingFields(row).includes(name))
        isChanged = true
    }
    return { before, isChanged }
  }
}

const actionOf = (entity: AnyEntity, name: string, action: Action<never>, bound: BoundCall): BulkAction => {
  const { call } = bound
  const { needs, when, label, ask = {} } = action
  const undo = oppositeOf(entity, name, action)
  // The declaration types `input` by the records of its own entity, which are unknown here.
  const inputFor = action.input as (row: Row) => object
  const isOffered = when as ((row: Row) => boolean) | undefined
  const asked = answersSchemaOf(entity, name, action)
  const divided = name === bulkEdit ? fieldsWithParts(entity) : []
  const inputOf = (answers: Answers) =>
    Object.fromEntries(
      Object.entries(answers).map(([field, value]) => [
        divided.includes(field) ? partsProperty(field) : field,
        value,
      ]),
    )
  return {
    label,
    ...(undo !== undefined && { undo }),
    asksReason: 'reason' in ask,
    ...(isEdit(name) && { changeOf: changeOf(entity, name) }),
    permit: ({ caller, switches }, reason) => {
      callerScope(call, caller, switches)
      if (needs) callerScope({ ...call, who: needs }, caller, switches)
      checkFeature(bound, caller, switches, entity.fixed)
      if (isCapability(call.who)) checkReason(call.who, reason)
    },
    parse: answers => parseInputValues(asked, answers) as Record<string, unknown>,
    isOffered: row => isOffered?.(row) ?? true,
    perform: async (row, answers, context) => {
      const own = reaching(context, bound)
      const input = parseInputValues(call.input, { ...inputFor(row), ...inputOf(answers) })
      await checkSubject(bound, input, own)
      refuseWhatFailed(await bound.handle(input, own))
    },
  }
}

/** Throws unless the opposite of an action can be run without further questions. */
const checkOpposite = (
  entities: readonly AnyEntity[],
  entity: AnyEntity,
  name: string,
  action: Action<never>,
) => {
  const opposite = oppositeOf(entity, name, action)
  if (!opposite || isEdit(opposite.action)) return
  const undone = entities.find(it => it.name === opposite.resource)?.actions[opposite.action]
  if (!undone) throw new Error(`${entity.name}: no action ${opposite.action} undoes ${name}`)
  if (Object.entries(undone.ask ?? {}).some(([asked, field]) => asked !== 'reason' && field.isRequired))
    throw new Error(`${entity.name}: ${opposite.action} undoes ${name} and asks for more than a reason`)
}

/** Labels of the actions that give each record values of its own. */
const ownValueLabels = { [sheetEdit]: '导回表格', [rowEdit]: '逐条修改' }

/** The actions that apply a changed spreadsheet or values by record, where the entity has fields for them. */
const sheetActionOf = (entity: AnyEntity, bounds: readonly BoundCall[]): Record<string, BulkAction> => {
  const { id, crud, calls } = entity
  const bound = bounds.find(({ call }) => call === calls[crud.update ?? ''])
  if (!bound || bound.isOutside) return {}
  return Object.fromEntries(
    Object.entries(ownValueLabels).flatMap(([name, label]) => {
      if (Object.keys(editFieldsOf(entity, name)).length === 0) return []
      const action: Action<never> = {
        call: crud.update!,
        label,
        on: ['bulk'],
        input: (record: Row) => ({ [id]: record[id], version: record['version'] }),
      }
      return [[name, actionOf(entity, name, action, bound)]]
    }),
  )
}

const actionsOf = (
  entities: readonly AnyEntity[],
  entity: AnyEntity,
  bounds: readonly BoundCall[],
): Record<string, BulkAction> => {
  const offered = bulkActionsOf(entity)
  // The action that undoes another one may be offered for single records only.
  const known = { ...entity.actions, ...offered }
  const opposites = Object.values(offered).flatMap(({ undo }) =>
    undo === undefined || undo.includes('.') ? [] : [undo],
  )
  const declared = Object.fromEntries(
    [...new Set([...Object.keys(offered), ...opposites])].flatMap(name => {
      const action = known[name]
      if (!action) throw new Error(`${entity.name} has no action ${name}`)
      checkOpposite(entities, entity, name, action)
      const bound = bounds.find(({ call }) => call === entity.calls[action.call])
      if (!bound) return []
      if (bound.isOutside)
        throw new Error(`${bound.name} opens transactions of its own, and is taken on many records`)
      return [[name, actionOf(entity, name, action, bound)]]
    }),
  )
  return { ...sheetActionOf(entity, bounds), ...declared }
}

const kindOf = (
  entity: AnyEntity,
  list: BoundCall,
  listing: AnyListing,
  { bounds, ...served }: Served,
): BulkKind => {
  const { id, title, label, fixed = {}, logModule } = entity
  if (logModule === undefined) throw new Error(`${entity.name} has bulk actions and no module of the log`)
  const { input, filters = {} } = list.call
  const shape = (input as z.ZodObject).shape
  const ofFilters = Object.entries(filters).flatMap(([name, filter]) => parametersOf(name, filter))
  const params = Object.keys(shape).filter(
    name => !pageParameters.includes(name) && !ofFilters.includes(name),
  )
  // The order of a few records does not matter, and the default order of a list may need a statement.
  const sorted = { sortField: list.call.sortable?.[0] }
  const listed = (context: Context): Context => {
    callerScope(list.call, context.caller, context.switches)
    checkFeature(list, context.caller, context.switches, fixed)
    // A caller with the right to the list has a scope.
    return { ...context, scope: scopeOfCaller(context, list.call.who)! }
  }
  const actions = actionsOf(served.resources, entity, bounds)
  return {
    label,
    logModule,
    actions,
    ...(sheetEdit in actions && { sheet: sheetKindOf(entity, listing, { bounds, ...served }) }),
    parseFilter: filter => {
      // An empty list of ids matches nothing; it must not be dropped like a blank filter.
      const set = Object.entries(filter).filter(([, value]) => value != null && value !== '')
      const {
        pageNum: _n,
        pageSize: _s,
        ...query
      } = parseInputValues(input, {
        ...Object.fromEntries(set),
        ...fixed,
      }) as Record<string, unknown>
      return query
    },
    paramsOf: filter => Object.fromEntries(params.map(name => [name, filter[name]])),
    freeze: async (context, filter, most) => listing.frozen!(filter, listed(context), most, title),
    rows: async (context, given, ids) => {
      const query = { ...given, ...fixed, ...sorted, ids, pageNum: 1, pageSize: ids.length }
      const { records } = (await listing.page(query, listed(context))) as { records: Answers[] }
      return records.map(record => ({ ...record, id: Number(record[id]) }))
    },
    versionOf: async (context, given, one) => {
      const [row] = await listing.frozen!(
        { ...given, ...fixed, ...sorted, ids: [one] },
        listed(context),
        1,
        title,
      )
      return row?.version ?? null
    },
    nameOf: row => String(row[title] ?? ''),
  }
}

/** All entities that declare bulk actions and have a list. */
export const bulkKindsOf = (
  entities: readonly AnyEntity[],
  bounds: readonly BoundCall[],
): Record<string, BulkKind> =>
  Object.fromEntries(
    entities.flatMap(entity => {
      const list = bounds.find(({ call }) => call === entity.calls[entity.crud.list ?? ''])
      const isBulk = Object.keys({ ...bulkActionsOf(entity), ...sheetActionOf(entity, bounds) }).length > 0
      if (!list?.listing?.frozen || !isBulk) return []
      return [[entity.name, kindOf(entity, list, list.listing, { resources: entities, bounds })]]
    }),
  )
