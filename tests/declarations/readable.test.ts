import { expect, test } from 'vitest'
import { z } from 'zod'

import { readersOf } from '../../resources/kit/index.ts'
import { served } from '../../server/engine/served.ts'

/** Restricted fields of an answer, each with the containers around it that `readableAnswer` does not look into. */
const restrictedIn = (schema: z.core.$ZodType, path: string, closed: readonly string[]): string[] => {
  if (readersOf.has(schema)) return [[path, ...closed].join(' in ')]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, it]) =>
      restrictedIn(it as z.ZodType, `${path}.${name}`, closed),
    )
  if (schema instanceof z.ZodArray) return restrictedIn(schema.element, path, closed)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return restrictedIn(schema.unwrap(), path, closed)
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap(it => restrictedIn(it, path, [...closed, 'a union']))
  if (schema instanceof z.ZodRecord) return restrictedIn(schema.valueType, path, [...closed, 'a record'])
  return []
}

test('what not everybody may read stands where each answer is looked at', () => {
  const found = served.flatMap(({ name, call }) => restrictedIn(call.output, name, []))
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(it => it.includes(' in '))).toEqual([])
})
