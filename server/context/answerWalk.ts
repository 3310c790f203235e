import { z } from 'zod'

import { isPlainObject } from '../../resources/kit/index.ts'

/** The position of a value in an answer: its JSON pointer, and the record that holds it. */
type Place = { at: string; owner: Readonly<Record<string, unknown>> }

/** Returns the replacement for a value. */
type Walk<C> = (value: unknown, place: Place, context: C) => unknown

/** The replacement function for values of this schema; null where the schema itself demands none. */
type LeafOf<C> = (schema: z.core.$ZodType) => Walk<C> | null

const pointerPart = (name: string) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

const walkOfShape = <C>(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  leafOf: LeafOf<C>,
): Walk<C> | null => {
  const walks = Object.entries(shape).flatMap(([name, schema]) => {
    const walk = createAnswerWalk(schema, leafOf)
    return walk ? [{ name, walk, part: pointerPart(name) }] : []
  })
  if (walks.length === 0) return null
  return (value, { at }, context) => {
    if (!isPlainObject(value)) return value
    const replaced: Record<string, unknown> = { ...value }
    for (const { name, walk, part } of walks)
      if (name in value) replaced[name] = walk(value[name], { at: at + part, owner: value }, context)
    return replaced
  }
}

/** Walks the elements of an array or the values of a record. */
const walkOfEach =
  <C>(walk: Walk<C>): Walk<C> =>
  (value, { at, owner }, context) => {
    if (Array.isArray(value))
      return value.map((element, index) => walk(element, { at: `${at}/${index}`, owner }, context))
    if (!isPlainObject(value)) return value
    const replacedEntries = Object.entries(value).map(([name, it]) => [
      name,
      walk(it, { at: at + pointerPart(name), owner: value }, context),
    ])
    return Object.fromEntries(replacedEntries)
  }

/**
 * Builds the function that replaces values of a schema at any depth; null where nothing is to be replaced.
 * For a union, the replacements of every option apply.
 */
export const createAnswerWalk = <C>(schema: z.core.$ZodType, leafOf: LeafOf<C>): Walk<C> | null => {
  const leaf = leafOf(schema)
  if (leaf) return leaf
  if (schema instanceof z.ZodObject) return walkOfShape(schema.shape, leafOf)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return createAnswerWalk(schema.unwrap(), leafOf)
  if (schema instanceof z.ZodUnion) {
    const walks = schema.options.flatMap(it => createAnswerWalk(it, leafOf) ?? [])
    if (walks.length === 0) return null
    return (value, place, context) => walks.reduce((it, walk) => walk(it, place, context), value)
  }
  const each =
    schema instanceof z.ZodArray ? schema.element : schema instanceof z.ZodRecord ? schema.valueType : null
  const walk = each && createAnswerWalk(each, leafOf)
  return walk && walkOfEach(walk)
}
