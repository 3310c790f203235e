import type { z } from 'zod'

import { type AnyEntity, type AnyResource, type Call, isPlainObject } from '../../../resources/kit/index.ts'
import { articles } from '../../../resources/articles/index.ts'
import { cards } from '../../../resources/cards/index.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { offices } from '../../../resources/offices/index.ts'
import { firm } from '../../../resources/settings/firm.ts'
import { settings } from '../../../resources/settings/index.ts'
import { ApiError, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import type { LoggedKind, PermittedCall, RevisedKind, TimelineKinds } from './kind.ts'
import {
  type BoundCall,
  callerScope,
  checkFeature,
  checkSubject,
  parseInputValues,
} from '../../context/checks.ts'
import { namesFor, type Served } from '../lists/exports.ts'
import { textReaderOf } from '../bulk/sheetKind.ts'

// Earlier values are restored by the ordinary call of the record, with its right, its switch, its checks and its log row.

type Values = Readonly<Record<string, unknown>>

const boundOf = ({ bounds }: Served, call: Call): BoundCall => {
  const bound = bounds.find(it => it.call === call)
  if (!bound || bound.isOutside) throw new Error(`${call.path} cannot be called within another call`)
  return bound
}

/** The context with the scope of the call's own right; throws without the right or with the feature switched off. */
const reaching = (context: Context, bound: BoundCall): Context => {
  const { caller, switches } = context
  checkFeature(bound, caller, switches)
  return { ...context, scope: callerScope(bound.call, caller, switches) }
}

const permittedCall = (served: Served, call: Call): PermittedCall => {
  const bound = boundOf(served, call)
  return {
    may: context => {
      try {
        return reaching(context, bound) !== null
      } catch (error) {
        if (error instanceof ApiError) return false
        throw error
      }
    },
    permit: context => void reaching(context, bound),
    perform: async (context, values) => {
      const own = reaching(context, bound)
      const input = parseInputValues(call.input, values)
      await checkSubject(bound, input, own)
      return bound.handle(input, own)
    },
  }
}

const reader = (served: Served, call: Call, inputFor: (id: number) => Values) => {
  const bound = boundOf(served, call)
  return async (context: Context, id: number): Promise<Values> => {
    const scope = scopeOfCaller(context, call.who)
    if (scope === null) throw notFound()
    const record = await bound.handle(inputFor(id), { ...context, scope })
    return isPlainObject(record) ? record : {}
  }
}

type Declared = { resource: AnyResource; one: Call; update: Call; key: (id: number) => Values }

const inputNames = (call: Call) =>
  Object.keys('shape' in call.input ? Object((call.input as z.ZodObject).shape) : {})

const loggedKind = (served: Served, { resource, one, update, key }: Declared): LoggedKind => {
  const { fields, isSetting, name } = resource
  const accepts = new Set(inputNames(update))
  const read = textReaderOf(served)
  // A declared setting is replaced as a whole by its call; all others change the fields that are sent.
  const isWhole = isSetting && (Object.hasOwn(settings, name) || name.includes(':'))
  return {
    fields,
    read: reader(served, one, key),
    names: (context, of, values) => namesFor(served)(context, of, [values]),
    valueOf: async (context, field, text) => read({ ...context, language: 'zh' }, fields[field]!, text),
    accepts,
    update: permittedCall(served, update),
    inputFor: (id, current, patch) => ({
      ...(isSetting ? {} : key(id)),
      ...(isWhole && Object.fromEntries(Object.keys(fields).map(field => [field, current[field] ?? null]))),
      ...patch,
    }),
  }
}

const revisedKind = (served: Served, one: Call, restore: Call, id: string): RevisedKind => ({
  read: reader(served, one, value => ({ [id]: value })),
  restore: permittedCall(served, restore),
  id,
})

/** How the values of each kind of record in a timeline are restored. */
export const timelineKindsOf = (
  resources: readonly AnyEntity[],
  bounds: readonly BoundCall[],
): TimelineKinds => {
  const served = { resources, bounds }
  const logged: Record<string, LoggedKind> = {
    lawyers: loggedKind(served, {
      resource: lawyers,
      one: lawyers.calls.lawyerInfo,
      update: lawyers.calls.update,
      key: id => ({ id }),
    }),
    offices: loggedKind(served, {
      resource: offices,
      one: offices.calls.firmOrganizationInfo,
      update: offices.calls.update,
      key: organizationId => ({ organizationId }),
    }),
    firms: loggedKind(served, {
      resource: firm,
      one: firm.calls.firmInfo,
      update: firm.calls.update,
      key: id => ({ id }),
    }),
  }
  for (const setting of Object.values(settings))
    logged[setting.name] = loggedKind(served, {
      resource: setting,
      one: setting.calls.get,
      update: setting.calls.update,
      key: () => ({}),
    })
  return {
    logged,
    revised: {
      cards: revisedKind(served, cards.calls.cardInfo, cards.calls.restore, 'id'),
      articles: revisedKind(served, articles.calls.one, articles.calls.restore, 'articleId'),
    },
  }
}
