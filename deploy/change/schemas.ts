// Compares two JSON Schemas: what an input refuses that it accepted, and what an answer has no longer.

export type JsonSchema = {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  items?: JsonSchema | boolean
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  enum?: readonly unknown[]
  const?: unknown
  additionalProperties?: JsonSchema | boolean
  [keyword: string]: unknown
}

export type Direction = 'narrowed' | 'widened' | 'changed'
export type SchemaChange = { direction: Direction; sentence: string }

const words = (values: readonly unknown[]) => values.map(it => JSON.stringify(it)).join(', ')
const at = (path: string) => (path === '' ? 'the value' : path)
const change = (direction: Direction, path: string, text: string): SchemaChange => ({
  direction,
  sentence: `\`${at(path)}\` ${text}`,
})

const typesOf = ({ type }: JsonSchema) => (typeof type === 'string' ? [type] : (type ?? []))
const alternativesOf = ({ anyOf, oneOf }: JsonSchema) => anyOf ?? oneOf ?? []
const isNull = (schema: JsonSchema) => schema.type === 'null'
const takesNull = (schema: JsonSchema) =>
  alternativesOf(schema).some(isNull) || typesOf(schema).includes('null')

/** A schema without the null that it also takes. */
const withoutNull = (schema: JsonSchema): JsonSchema => {
  const types = typesOf(schema).filter(it => it !== 'null')
  if (types.length > 0) return { ...schema, type: types.length === 1 ? types[0]! : types }
  const present = alternativesOf(schema).filter(it => !isNull(it))
  return present.length === 1 && present.length < alternativesOf(schema).length ? present[0]! : schema
}

/** The values that a schema names one by one. */
const valuesOf = (schema: JsonSchema): readonly unknown[] | undefined => {
  if (schema.enum) return schema.enum
  if ('const' in schema) return [schema.const]
  const several = alternativesOf(schema).filter(it => !isNull(it))
  if (several.length < 2 || !several.every(it => 'const' in it || it.enum)) return undefined
  return several.flatMap(it => it.enum ?? [it.const])
}

/** Limits of which a higher number accepts more, and those of which a lower one does. */
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']

const numberIn = (schema: JsonSchema, name: string) =>
  typeof schema[name] === 'number' ? schema[name] : undefined

const limitChanges = (path: string, before: JsonSchema, after: JsonSchema) =>
  [...upper, ...lower].flatMap(name => {
    const [old, next] = [numberIn(before, name), numberIn(after, name)]
    if (old === next) return []
    if (next === undefined) return [change('widened', path, `has no ${name} any more (was ${old})`)]
    if (old === undefined) return [change('narrowed', path, `has a ${name} of ${next}`)]
    const isHigher = next > old
    const direction = isHigher === upper.includes(name) ? 'widened' : 'narrowed'
    return [change(direction, path, `has a ${name} of ${next} instead of ${old}`)]
  })

const patternChanges = (path: string, before: JsonSchema, after: JsonSchema) =>
  ['pattern', 'format', 'multipleOf'].flatMap(name => {
    const [old, next] = [before[name], after[name]]
    if (old === next) return []
    if (next === undefined) return [change('widened', path, `has no ${name} any more`)]
    if (old === undefined) return [change('narrowed', path, `must have the ${name} ${JSON.stringify(next)}`)]
    return [change('changed', path, `has another ${name}: ${JSON.stringify(next)}`)]
  })

const valueChanges = (path: string, old: readonly unknown[], next: readonly unknown[]) => {
  const removed = old.filter(it => !next.includes(it))
  const added = next.filter(it => !old.includes(it))
  return [
    ...(removed.length > 0 ? [change('narrowed', path, `is no longer ${words(removed)}`)] : []),
    ...(added.length > 0 ? [change('widened', path, `may be ${words(added)}`)] : []),
  ]
}

const inside = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

const propertyChanges = (path: string, before: JsonSchema, after: JsonSchema, part: Part): SchemaChange[] => {
  const [old, next] = [before.properties ?? {}, after.properties ?? {}]
  const isRequired = ({ required = [] }: JsonSchema, name: string) => required.includes(name)
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((name): SchemaChange[] => {
    const place = inside(path, name)
    if (!next[name]) return [change('narrowed', place, part === 'input' ? 'is refused' : 'is not answered')]
    if (!old[name]) {
      const needed = part === 'input' && isRequired(after, name)
      return [change(needed ? 'narrowed' : 'widened', place, needed ? 'is new and required' : 'is new')]
    }
    const [was, is] = [isRequired(before, name), isRequired(after, name)]
    // An answer that always has a value promises more than one that may lack it.
    const direction = is === (part === 'input') ? 'narrowed' : 'widened'
    const optionality = was === is ? [] : [change(direction, place, is ? 'is required' : 'is optional')]
    return [...optionality, ...schemaChanges(old[name], next[name], part, place)]
  })
}

type Part = 'input' | 'output'

const nullChanges = (path: string, before: JsonSchema, after: JsonSchema, part: Part) => {
  if (takesNull(before) === takesNull(after)) return []
  const widens = takesNull(after) === (part === 'input')
  return [change(widens ? 'widened' : 'narrowed', path, takesNull(after) ? 'may be null' : 'is not null')]
}

const typeOf = (schema: JsonSchema) =>
  JSON.stringify(schema.type ?? alternativesOf(schema).map(it => it.type))

const itemsOf = ({ items }: JsonSchema) => (typeof items === 'object' ? items : {})

/** What changed between two schemas of the same place. */
export const schemaChanges = (
  given: JsonSchema,
  later: JsonSchema,
  part: Part,
  path = '',
): SchemaChange[] => {
  if (JSON.stringify(given) === JSON.stringify(later)) return []
  const [before, after] = [withoutNull(given), withoutNull(later)]
  const nulls = nullChanges(path, given, later, part)
  const [old, next] = [valuesOf(before), valuesOf(after)]
  if (old && next) return [...nulls, ...valueChanges(path, old, next)]
  if (typeOf(before) !== typeOf(after) || Boolean(old) !== Boolean(next))
    return [...nulls, change('changed', path, `is ${shapeText(after)} instead of ${shapeText(before)}`)]
  const found = [
    ...nulls,
    ...limitChanges(path, before, after),
    ...patternChanges(path, before, after),
    ...propertyChanges(path, before, after, part),
    ...schemaChanges(itemsOf(before), itemsOf(after), part, `${path}[]`),
  ]
  // Alternatives, or keywords of which the sentences above say nothing.
  const isUnsaid = found.length === 0 && essence(before) !== essence(after)
  return isUnsaid ? [change('changed', path, 'has another schema')] : found
}

const shapeText = (schema: JsonSchema) => {
  const values = valuesOf(schema)
  return values ? `one of ${words(values)}` : typeOf(schema).replaceAll('"', '')
}

/** A schema without its annotations, so that two schemas that accept the same values are equal. */
const essence = (schema: JsonSchema) =>
  JSON.stringify(
    Object.entries(schema).filter(([keyword]) => !['description', 'default', 'title'].includes(keyword)),
  )
