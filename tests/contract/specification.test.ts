import { describe, expect, test } from 'vitest'

import { callNamed, registry } from '../../resources/index.ts'
import type { Call } from '../../resources/kit/index.ts'
import { specificationCalls } from './specificationCalls.ts'

const rowOf = ({ method, path }: Call) => `${method} ${path}`
/** A call with two names is counted once. */
const declared = [...new Set<Call>(Object.values(registry))]
const byRow = new Map(declared.map(it => [rowOf(it), it]))

describe('the calls of the specification, section 7', () => {
  test('are 118, each once', () => {
    expect(specificationCalls).toHaveLength(118)
    expect(new Set(specificationCalls.map(([row]) => row)).size).toBe(118)
  })

  test.each(specificationCalls.map(([row, encoding = 'json']) => ({ row, encoding })))(
    '$row is declared, as $encoding',
    ({ row, encoding }) => expect(byRow.get(row)).toMatchObject({ encoding, isAddition: false }),
  )

  test('are exactly the declared calls that are no additions', () => {
    const wanted = new Set<string>(specificationCalls.map(([row]) => row))
    const others = declared.filter(it => !it.isAddition).map(rowOf)
    expect(others.filter(it => !wanted.has(it))).toEqual([])
  })

  test('are not repeated by additions', () => {
    expect(byRow.size).toBe(declared.length)
  })
})

describe('call names of the specification', () => {
  test('conf.app is the application configuration', () => {
    expect(rowOf(callNamed('conf.app'))).toBe('GET /firm/appconf')
    expect(callNamed('conf.app').who).toBe('public')
  })

  test('logs.msg.count takes status 0 and answers a plain number', () => {
    const call = callNamed('logs.msg.count')
    expect(call.input.parse({ status: 0 })).toEqual({ status: 0 })
    expect(call.output.parse(3)).toBe(3)
    expect(call.output.safeParse({ count: 3 }).success).toBe(false)
  })

  test.each(['offices.nothing', 'nothing', '', 'toString', '__proto__', 'offices.pageList '])(
    '%j is not declared',
    name => expect(() => callNamed(name)).toThrow(`接口未定义：${name}`),
  )
})
