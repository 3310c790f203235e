import { z } from 'zod'

import { codes } from '../../resources/domain/codes.ts'
import { demandsOf, isCapability } from '../../resources/domain/rights.ts'
import { type Call, fileAnswer, type Who } from '../../resources/kit/index.ts'

/** The described calls with their names in the registry. */
type DescribedCalls = readonly { name: string; call: Call }[]

/** Schemas that others refer to, by their names in `components`. */
type Definitions = Record<string, unknown>

const schemasPath = '#/components/schemas/'

/**
 * The schema as JSON Schema. Zod puts what refers to itself under `$defs` of its root, which is no place of an OpenAPI
 * document, so it is moved to the components under the name of the call.
 */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output', name: string, definitions: Definitions) => {
  const { $schema: _, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const prefix = `${name}.${io}`
  const text = JSON.stringify(whole)
    .replaceAll('"$ref":"#/$defs/', `"$ref":"${schemasPath}${prefix}.`)
    .replaceAll('"$ref":"#"', `"$ref":"${schemasPath}${prefix}"`)
  const { $defs = {}, ...rest }: z.core.JSONSchema.BaseSchema = JSON.parse(text)
  for (const [key, definition] of Object.entries($defs)) definitions[`${prefix}.${key}`] = definition
  if (text.includes(`"${schemasPath}${prefix}"`)) definitions[prefix] = rest
  return rest
}

const reason = { type: 'string', minLength: 2, maxLength: 200 }
const confirmPassword = { type: 'string', maxLength: 128 }

/** The inputs that the right demands besides the call's own. */
const demandedInputs = (who: Who) => {
  if (!isCapability(who)) return {}
  const { needsReason, needsPassword } = demandsOf(who)
  return { ...(needsReason && { reason }), ...(needsPassword && { confirmPassword }) }
}

const inputOf = (name: string, call: Call, definitions: Definitions) => {
  const { input, method, encoding, who } = call
  const { properties = {}, required = [] } = schemaOf(input, 'input', name, definitions)
  const inPath = [...addressOf(call).matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name] ?? {},
    ...(place === 'query' && { style: 'form', explode: false }),
  })
  const extra = demandedInputs(who)
  const rest = Object.keys(properties).filter(name => !inPath.includes(name))
  const parameters = inPath.map(name => parameter(name, 'path'))
  if (method === 'GET') return { parameters: [...parameters, ...rest.map(name => parameter(name, 'query'))] }
  const body = {
    type: 'object',
    properties: { ...Object.fromEntries(rest.map(name => [name, properties[name]])), ...extra },
    required: [...required.filter(name => rest.includes(name)), ...Object.keys(extra)],
    additionalProperties: false,
  }
  const type = encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return { parameters, requestBody: { content: { [type]: { schema: body } } } }
}

const envelopeOf = (data: object) => ({
  allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', properties: { data } }],
})

/** A file is answered as bytes, a refusal in the envelope. */
const contentOf = (name: string, { output }: Call, definitions: Definitions) =>
  output === fileAnswer
    ? { 'application/octet-stream': {}, 'application/json': { schema: envelopeOf({}) } }
    : { 'application/json': { schema: envelopeOf(schemaOf(output, 'output', name, definitions)) } }

const operation = (name: string, call: Call, definitions: Definitions) => ({
  operationId: name,
  tags: [name.split('.')[0]],
  'x-capability': call.who,
  'x-addition': call.isAddition,
  security: call.who === 'public' ? [] : [{ token: [] }],
  ...inputOf(name, call, definitions),
  responses: {
    200: {
      description: codes['200'],
      content: contentOf(name, call, definitions),
    },
  },
})

/** A query string in the specification's path is not part of the route. */
const addressOf = ({ path }: Call) => path.replace(/\?.*/, '')

const routeKeyOf = (call: Call) => `${call.method} ${addressOf(call)}`

/** The schema of `i18n`, which carries translation keys beside the sentences of an answer. */
const sentenceKeys = {
  description:
    'The keys of the sentences of a refusal, and what stands in their blanks; of an answer that was not asked for in Chinese those that the server words, by JSON pointer',
  type: 'object',
  properties: {
    message: { $ref: '#/components/schemas/KeyedText' },
    errors: { type: 'object', additionalProperties: { $ref: '#/components/schemas/KeyedText' } },
    data: {
      type: 'object',
      additionalProperties: {
        oneOf: [{ $ref: '#/components/schemas/KeyedText' }, { $ref: '#/components/schemas/KeyedTexts' }],
      },
    },
  },
}

const keyedTexts = {
  KeyedTexts: {
    description: 'Lines, sentences or words one by one, with what stands between them',
    type: 'object',
    required: ['joint', 'parts'],
    properties: {
      joint: { type: 'string' },
      parts: { type: 'array', items: { $ref: '#/components/schemas/KeyedText' } },
    },
  },
  KeyedText: {
    type: 'object',
    required: ['key', 'values'],
    properties: {
      key: { type: 'string' },
      values: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
}

/**
 * The served calls as OpenAPI 3.1. Every handled result has HTTP status 200; `code` tells success from
 * refusal.
 */
export const describeCalls = (served: DescribedCalls, version: string, apiPath: string) => {
  const paths: Record<string, Record<string, object>> = {}
  const definitions: Definitions = {}
  for (const { name, call } of served)
    paths[addressOf(call)] = {
      ...paths[addressOf(call)],
      [call.method.toLowerCase()]: operation(name, call, definitions),
    }
  return {
    openapi: '3.1.0',
    info: { title: '律所名片后台', version },
    servers: [{ url: apiPath }],
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Token' } },
      schemas: {
        Envelope: {
          type: 'object',
          required: ['code', 'message', 'data', 'requestId'],
          properties: {
            code: {
              type: 'string',
              oneOf: Object.entries(codes).map(([code, message]) => ({ const: code, description: message })),
            },
            message: { type: 'string' },
            data: {},
            requestId: { type: 'string' },
            i18n: sentenceKeys,
          },
        },
        ...keyedTexts,
        ...definitions,
      },
    },
  }
}

/**
 * Deny by default (promise Q16): throws unless the mounted routes are exactly the calls with a right. The
 * OpenAPI description, which is too expensive for every start, is generated from the same calls.
 */
export const checkRoutes = (served: DescribedCalls, routes: readonly { method: string; path: string }[]) => {
  const routed = routes
    .filter(route => route.method !== 'ALL')
    .map(route => `${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`)
  const rows = served.map(({ call }) => routeKeyOf(call))
  const opensWithoutRight = new Set<Who>(['public', 'signedIn', 'self', 'admin', 'lawyer'])
  const callsWithoutRight = served
    .filter(({ call }) => !opensWithoutRight.has(call.who) && !isCapability(call.who))
    .map(it => it.name)
  const differences = [
    ...rows.filter(it => !routed.includes(it)),
    ...routed.filter(it => !rows.includes(it)),
    ...callsWithoutRight,
  ]
  if (differences.length > 0)
    throw new Error(`Routes and rights differ: ${[...new Set(differences)].join(', ')}`)
}
