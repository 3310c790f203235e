import type { AnyResource, Call } from '../../resources/kit/index.ts'
import { type Properties, properties } from './properties.ts'
import type { JsonSchema } from './schemas.ts'

// Calls as the OpenAPI document describes them, with what only their declarations say.

/** A call as a program sees it. */
export type DescribedCall = { properties: Properties; input: JsonSchema; output: JsonSchema }

/** The operation of a call in the OpenAPI document. */
export type Operation = Record<string, unknown> & {
  operationId: string
  parameters?: readonly { name: string; in: string; required: boolean; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content: Record<string, { schema?: JsonSchema }> }>
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** The input of a call as one schema, whether it is sent in the address or in the body. */
const inputOf = ({ parameters = [], requestBody }: Operation): JsonSchema => {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(parameters.map(it => [it.name, it.schema])),
      ...body?.properties,
    },
    required: [...parameters.filter(it => it.required).map(it => it.name), ...(body?.required ?? [])],
  }
}

const outputOf = ({ responses }: Operation): JsonSchema => {
  const content = responses['200']?.content ?? {}
  const [, envelope] = content['application/json']?.schema?.allOf ?? []
  return content['application/octet-stream'] ? { const: 'a file' } : (envelope?.properties?.['data'] ?? {})
}

/** Calls by method and address. */
export const callsOf = (paths: Paths, resources: readonly AnyResource[]) => {
  const declared = new Map<string, Call>(
    resources.flatMap(({ name, calls }) =>
      Object.entries(calls).map(([key, call]) => [`${name}.${key}`, call] as const),
    ),
  )
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, DescribedCall] => {
        const call = declared.get(operation.operationId)
        const said = properties({
          name: operation.operationId,
          'who may call it': operation['x-capability'],
          'second right': call?.needs,
          'addition to the specification': operation['x-addition'],
          switches: call?.feature,
          encoding: call?.encoding === 'form' ? 'form' : undefined,
          'whole values': call?.reveals,
        })
        return [
          `${method.toUpperCase()} ${path}`,
          { properties: said, input: inputOf(operation), output: outputOf(operation) },
        ]
      }),
    ),
  )
}
