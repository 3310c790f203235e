import { z } from 'zod'

import { resources } from '../../resources/index.ts'
import type { AnyResource, Call, Field, Fields, Route } from '../../resources/kit/index.ts'

/** Names of a call's parameters. */
export const parametersOf = ({ input }: Call) => Object.keys((input as z.ZodObject).shape)

/** The schema of one record in the answer of a list call. */
const recordOf = (output: z.ZodType): z.ZodObject => {
  if (output instanceof z.ZodArray) return output.element as z.ZodObject
  const { records } = (output as z.ZodObject).shape as { records?: z.ZodArray<z.ZodObject> }
  return records ? records.element : (output as z.ZodObject)
}
export const columnsOf = ({ output }: Call) => Object.keys(recordOf(output).shape)

/** The call that serves one of react-admin's verbs. */
export const verbOf = ({ crud, calls }: AnyResource, verb: keyof AnyResource['crud']) => {
  const name = crud[verb]
  return name === undefined ? undefined : calls[name]
}

const routesOf = ({ views, pages }: AnyResource): Route[] => [
  ...Object.values(views),
  ...Object.values(pages),
]
/** Every route once; several resources may share a page. */
export const allRoutes = [...new Set(resources.flatMap(routesOf))]

/** Fields including those within rows, each with its path. */
export const everyField = (fields: Fields, prefix = ''): [name: string, field: Field][] =>
  Object.entries(fields).flatMap(([name, field]) => [
    [prefix + name, field] as [string, Field],
    ...('fields' in field ? everyField(field.fields ?? {}, `${prefix}${name}.`) : []),
  ])

/** Names in the forms, including the province and city of areas. */
export const writtenBy = ({ form, fields }: AnyResource) =>
  Object.values(form)
    .flat()
    .flatMap(name => {
      const field = fields[name]
      return field && 'parts' in field ? [name, ...field.parts] : [name]
    })

type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[]; type?: string | string[] }

const shapeOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape

/** All property names in a call's answer, at any depth. */
export const answeredNames = ({ output }: Call) => {
  const walk = ({ properties = {}, items, anyOf = [] }: Shape): string[] => [
    ...Object.entries(properties).flatMap(([name, inner]) => [name, ...walk(inner)]),
    ...[items, ...anyOf].flatMap(it => (it ? walk(it) : [])),
  ]
  return walk(shapeOf(output, 'output'))
}

/** Parameters that are objects or lists of objects, which query strings and forms cannot carry. */
export const structuredParameters = ({ input }: Call) => {
  const isStructured = ({ type, items, anyOf = [] }: Shape): boolean =>
    type === 'object' || (items ? isStructured(items) : false) || anyOf.some(isStructured)
  return Object.entries(shapeOf(input, 'input').properties ?? {})
    .filter(([, shape]) => isStructured(shape))
    .map(([name]) => name)
}

/** The parts of zod's schemas that a walk needs. */
type Def = {
  type: string
  checks?: { _zod: { def: { check: string; abort?: boolean } } }[]
  shape?: Record<string, z.ZodType>
  options?: z.ZodType[]
} & Record<'innerType' | 'element' | 'in' | 'out' | 'keyType' | 'valueType', z.ZodType | undefined>

export const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

/** The schemas within a schema, with their names, if any. */
export const schemasWithin = (schema: z.ZodType) => {
  const { shape, options, innerType, element, in: from, out, keyType, valueType } = defOf(schema)
  return [
    ...Object.entries(shape ?? {}),
    ...(options ?? []).map(it => ['', it] as const),
    ['(key)', keyType] as const,
    ...[innerType, element, from, out, valueType].map(it => ['', it] as const),
  ].filter((it): it is [string, z.ZodType] => it[1] !== undefined)
}

/** All texts within a schema, with the names that lead to them. */
export const textsWithin = (
  schema: z.ZodType,
  path: string,
  seen = new Set<z.ZodType>(),
): [path: string, schema: z.ZodType][] => {
  if (seen.has(schema)) return []
  const own: [string, z.ZodType][] = defOf(schema).type === 'string' ? [[path, schema]] : []
  const above = new Set(seen).add(schema)
  return [
    ...own,
    ...schemasWithin(schema).flatMap(([name, part]) =>
      textsWithin(part, name ? `${path}.${name}` : path, above),
    ),
  ]
}
