// TypeScript types for programs that make calls, from the OpenAPI description. openapi-typescript cannot be used: it needs the
// programming interface of TypeScript 5, which TypeScript 7 does not have.

type Schema = {
  $ref?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
  items?: Schema | boolean
  prefixItems?: readonly Schema[]
}

type Operation = {
  operationId: string
  'x-capability': string
  parameters?: readonly { name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> }
  responses: Readonly<Record<string, { content: Readonly<Record<string, { schema?: Schema }>> }>>
}

/** What `describeCalls` answers. */
export type ApiDescription = {
  info: { version: string }
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Readonly<Record<string, Schema>> }
}

const schemasPath = '#/components/schemas/'

const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

const objectType = ({ properties = {}, required = [], additionalProperties }: Schema): string => {
  const lines = Object.entries(properties).map(
    ([name, schema]) => `${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (lines.length > 0) return `{ ${lines.join('; ')} }`
  return typeof additionalProperties === 'object'
    ? `Record<string, ${typeOf(additionalProperties)}>`
    : additionalProperties === false
      ? 'Record<string, never>'
      : 'Record<string, unknown>'
}

const literals = (values: readonly unknown[]) => values.map(it => JSON.stringify(it)).join(' | ')

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

const union = (schemas: readonly Schema[], sign: string) =>
  `(${[...new Set(schemas.map(typeOf))].join(` ${sign} `)})`

const arrayType = ({ items, prefixItems }: Schema) => {
  if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`
  return typeof items === 'object' ? `${typeOf(items)}[]` : 'unknown[]'
}

const typeOf = (schema: Schema): string => {
  const { $ref, anyOf, oneOf, allOf, type } = schema
  if ($ref) return `Schemas[${JSON.stringify($ref.replace(schemasPath, ''))}]`
  if ('const' in schema) return literals([schema.const])
  if (schema.enum) return `(${literals(schema.enum)})`
  if (anyOf ?? oneOf) return union(anyOf ?? oneOf ?? [], '|')
  if (allOf) return union(allOf, '&')
  if (typeof type === 'object')
    return union(
      type.map(it => ({ ...schema, type: it })),
      '|',
    )
  if (type === 'array') return arrayType(schema)
  if (type === 'object') return objectType(schema)
  return plainTypes[type ?? ''] ?? 'unknown'
}

const inputType = ({ parameters = [], requestBody }: Operation) => {
  const [body] = Object.values(requestBody?.content ?? {})
  return objectType({
    properties: {
      ...Object.fromEntries(parameters.map(it => [it.name, it.schema])),
      ...body?.schema.properties,
    },
    required: [...parameters.filter(it => it.required).map(it => it.name), ...(body?.schema.required ?? [])],
    additionalProperties: false,
  })
}

/** The data of an answer, without its envelope; a file is answered as bytes. */
const outputType = ({ responses }: Operation) => {
  const content = responses['200']?.content ?? {}
  if (content['application/octet-stream']) return 'Blob'
  const [, envelope] = content['application/json']?.schema?.allOf ?? []
  return typeOf(envelope?.properties?.['data'] ?? {})
}

/** The text of a declaration file with the input and the answer of each call by its method and address. */
export const clientTypes = ({ info, paths, components }: ApiDescription): string => {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => `  /** ${operation.operationId}: ${operation['x-capability']} */
  ${JSON.stringify(`${method.toUpperCase()} ${path}`)}: {
    input: ${inputType(operation)}
    output: ${outputType(operation)}
  }`,
    ),
  )
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `  ${keyOf(name)}: ${typeOf(schema)}`,
  )
  return `// Calls of release ${info.version}; \`npm run openapi\` writes this file beside the description.

export type Schemas = {
${schemas.join('\n')}
}

/** The calls by method and address, each with its name and the right that it needs. */
export type Calls = {
${calls.join('\n')}
}
`
}
