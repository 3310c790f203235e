import { z } from 'zod'

import { resources } from '../../resources/index.ts'
import type { AnyResource, Call, Field, Fields, Route } from '../../resources/kit/index.ts'

/** Names that a call takes. */
export const parametersOf = ({ input }: Call) => Object.keys((input as z.ZodObject).shape)

/** The schema of one record of what a list call answers. */
const recordOf = (output: z.ZodType): z.ZodObject => {
  if (output instanceof z.ZodArray) return output.element as z.ZodObject
  const { records } = (output as z.ZodObject).shape as { records?: z.ZodArray<z.ZodObject> }
  return records ? records.element : (output as z.ZodObject)
}
export const columnsOf = ({ output }: Call) => Object.keys(recordOf(output).shape)

/** The call behind one of react-admin's verbs. */
export const verbOf = ({ crud, calls }: AnyResource, verb: keyof AnyResource['crud']) => {
  const name = crud[verb]
  return name === undefined ? undefined : calls[name]
}

const routesOf = ({ views, pages }: AnyResource): Route[] => [
  ...Object.values(views),
  ...Object.values(pages),
]
/** Each once: a page may be that of several resources. */
export const allRoutes = [...new Set(resources.flatMap(routesOf))]

/** Fields with those inside of rows, each with the path that names it. */
export const everyField = (fields: Fields, prefix = ''): [name: string, field: Field][] =>
  Object.entries(fields).flatMap(([name, field]) => [
    [prefix + name, field] as [string, Field],
    ...('fields' in field ? everyField(field.fields ?? {}, `${prefix}${name}.`) : []),
  ])

/** Names in the forms, with those that an area writes besides its own. */
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

/** Every property name in what a call answers, however deep. */
export const answeredNames = ({ output }: Call) => {
  const walk = ({ properties = {}, items, anyOf = [] }: Shape): string[] => [
    ...Object.entries(properties).flatMap(([name, inner]) => [name, ...walk(inner)]),
    ...[items, ...anyOf].flatMap(it => (it ? walk(it) : [])),
  ]
  return walk(shapeOf(output, 'output'))
}

/** Parameters that are objects or lists of objects, which no query string and no form can carry. */
export const structuredParameters = ({ input }: Call) => {
  const isStructured = ({ type, items, anyOf = [] }: Shape): boolean =>
    type === 'object' || (items ? isStructured(items) : false) || anyOf.some(isStructured)
  return Object.entries(shapeOf(input, 'input').properties ?? {})
    .filter(([, shape]) => isStructured(shape))
    .map(([name]) => name)
}

/** What zod's schemas are made of, as far as a walk needs it. */
type Def = {
  type: string
  checks?: { _zod: { def: { check: string; abort?: boolean } } }[]
  shape?: Record<string, z.ZodType>
  options?: z.ZodType[]
} & Record<'innerType' | 'element' | 'in' | 'out' | 'keyType' | 'valueType', z.ZodType | undefined>

export const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

/** The schemas that one is made of, each with the name that it has there, if any. */
export const schemasWithin = (schema: z.ZodType) => {
  const { shape, options, innerType, element, in: from, out, keyType, valueType } = defOf(schema)
  return [
    ...Object.entries(shape ?? {}),
    ...(options ?? []).map(it => ['', it] as const),
    ['(key)', keyType] as const,
    ...[innerType, element, from, out, valueType].map(it => ['', it] as const),
  ].filter((it): it is [string, z.ZodType] => it[1] !== undefined)
}

/** Every text within a schema, with the names that lead to it. */
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
