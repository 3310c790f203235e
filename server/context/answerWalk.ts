import { z } from 'zod'

import { isPlain } from '../../resources/kit/index.ts'

/** Where a value of an answer stands: its JSON pointer, and the record that holds it. */
type Place = { at: string; owner: Readonly<Record<string, unknown>> }

/** Answers what takes the value's place. */
type Walk<C> = (value: unknown, place: Place, context: C) => unknown

/** What is done to a value of this schema; null where the schema alone says nothing of it. */
type LeafOf<C> = (schema: z.core.$ZodType) => Walk<C> | null

const pointerTo = (at: string, name: string) => `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

const walkOfShape = <C>(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  leafOf: LeafOf<C>,
): Walk<C> | null => {
  const walks = Object.entries(shape).flatMap(([name, schema]) => {
    const walk = walkOf(schema, leafOf)
    return walk ? [[name, walk] as const] : []
  })
  if (walks.length === 0) return null
  return (value, { at }, context) => {
    if (!isPlain(value)) return value
    const there = walks.filter(([name]) => name in value)
    const changed = there.map(([name, walk]) => [
      name,
      walk(value[name], { at: pointerTo(at, name), owner: value }, context),
    ])
    return { ...value, ...Object.fromEntries(changed) }
  }
}

/** The elements of an array and the values of a record. */
const walkOfEach =
  <C>(walk: Walk<C>): Walk<C> =>
  (value, { at, owner }, context) => {
    if (Array.isArray(value))
      return value.map((it, index) => walk(it, { at: `${at}/${index}`, owner }, context))
    if (!isPlain(value)) return value
    const changed = Object.entries(value).map(([name, it]) => [
      name,
      walk(it, { at: pointerTo(at, name), owner: value }, context),
    ])
    return Object.fromEntries(changed)
  }

/**
 * What is done to the values of a schema, however deep they stand; null where that is nothing. Of a union every option's
 * is done.
 */
export const walkOf = <C>(schema: z.core.$ZodType, leafOf: LeafOf<C>): Walk<C> | null => {
  const leaf = leafOf(schema)
  if (leaf) return leaf
  if (schema instanceof z.ZodObject) return walkOfShape(schema.shape, leafOf)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return walkOf(schema.unwrap(), leafOf)
  if (schema instanceof z.ZodUnion) {
    const walks = schema.options.flatMap(it => walkOf(it, leafOf) ?? [])
    if (walks.length === 0) return null
    return (value, place, context) => walks.reduce((it, walk) => walk(it, place, context), value)
  }
  const each =
    schema instanceof z.ZodArray ? schema.element : schema instanceof z.ZodRecord ? schema.valueType : null
  const walk = each && walkOf(each, leafOf)
  return walk && walkOfEach(walk)
}

/** The same, worked out once for each schema. */
export const walksOf = <C>(leafOf: LeafOf<C>) => {
  const known = new WeakMap<z.ZodType, { walk: Walk<C> | null }>()
  return (schema: z.ZodType) => {
    const found = known.get(schema) ?? { walk: walkOf(schema, leafOf) }
    known.set(schema, found)
    return found.walk
  }
}
