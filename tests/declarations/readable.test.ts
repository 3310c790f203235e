import { expect, test } from 'vitest'
import { z } from 'zod'

import { outputTraits } from '../../resources/kit/index.ts'
import { createAnswerWalk } from '../../server/context/answerWalk.ts'
import { servedCalls } from '../../server/routes/served.ts'

const walkedTypes = [z.ZodObject, z.ZodArray, z.ZodRecord, z.ZodUnion, z.ZodOptional, z.ZodNullable]

/** The schemas within a schema. A check may be a schema of the value itself, too. */
const partsOf = (schema: z.core.$ZodType): z.core.$ZodType[] => {
  const { checks: _checks, ...def } = schema._zod.def
  const values = Object.values(def).flatMap((it: unknown) =>
    it instanceof z.core.$ZodType || typeof it !== 'object' || it === null ? [it] : Object.values(it),
  )
  return values.filter((it): it is z.core.$ZodType => it instanceof z.core.$ZodType)
}

/** Schemas of any JSON: zod stores their parts only after the first value. */
const seen = new Set<z.core.$ZodType>()
const lookIntoLazy = (schema: z.ZodLazy, path: string): Looked => {
  if (seen.has(schema)) return { closed: [], restricted: 0 }
  seen.add(schema)
  const { restricted } = lookInto(schema.unwrap(), path)
  return { closed: restricted > 0 ? [`${path}: lazy`] : [], restricted: 0 }
}

type Looked = { closed: string[]; restricted: number }

/** Counts the schemas that the walk does not look into, and the fields that not everybody may read. */
const lookInto = (schema: z.core.$ZodType, path: string): Looked => {
  if (schema instanceof z.ZodLazy) return lookIntoLazy(schema, path)
  const { readableBy, revealedTo, isJson } = outputTraits.get(schema) ?? {}
  if (readableBy ?? revealedTo ?? isJson) return { closed: [], restricted: 1 }
  const parts = partsOf(schema)
  if (parts.length > 0 && !walkedTypes.some(it => schema instanceof it))
    return { closed: [`${path}: ${schema._zod.def.type}`], restricted: 0 }
  const found = parts.map((it, index) => lookInto(it, `${path}.${index}`))
  return {
    closed: found.flatMap(it => it.closed),
    restricted: found.reduce((sum, it) => sum + it.restricted, 0),
  }
}

test('answers consist of schemas in which restricted fields are found', () => {
  const found = servedCalls.map(({ name, call }) => lookInto(call.output, name))
  expect(found.flatMap(it => it.closed)).toEqual([])
  expect(found.reduce((sum, it) => sum + it.restricted, 0)).toBeGreaterThan(20)
})

test('a marked value is found at any depth, with its JSON pointer and its record', () => {
  const marked = z.string()
  const record = z.object({ text: marked.nullish(), plain: z.string() })
  const schema = z.object({
    list: z.array(record),
    'by~name/s': z.record(z.string(), marked),
    either: z.union([z.string(), record]),
  })
  const visitedValues: unknown[] = []
  const walk = createAnswerWalk<null>(schema, it =>
    it === marked
      ? (value, { at, owner }) => {
          visitedValues.push([value, at, 'plain' in owner])
          return 'met'
        }
      : null,
  )!
  const answer = {
    list: [
      { text: 'a', plain: 'b' },
      { text: null, plain: 'c' },
    ],
    'by~name/s': { x: 'd' },
    either: { text: 'e', plain: 'f' },
    more: 1,
  }
  expect(walk(answer, { at: '', owner: {} }, null)).toEqual({
    list: [
      { text: 'met', plain: 'b' },
      { text: 'met', plain: 'c' },
    ],
    'by~name/s': { x: 'met' },
    either: { text: 'met', plain: 'f' },
    more: 1,
  })
  expect(visitedValues).toEqual([
    ['a', '/list/0/text', true],
    [null, '/list/1/text', true],
    ['d', '/by~0name~1s/x', false],
    ['e', '/either/text', true],
  ])
})
