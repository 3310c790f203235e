import { describe, expect, test } from 'vitest'

import {
  comparableValue,
  directoryFieldLabels,
  directoryFields,
  givenAfter,
  mergeFromDirectory,
} from '../../resources/domain/directory.ts'
import { fromKeys } from '../../resources/kit/index.ts'
import { lawyerFields } from '../../resources/lawyers/fields.ts'

/** The outcome of each combination of the value here, the value given before and the value given now. */
const outcomes = [
  // here, given before, given now
  [undefined, undefined, undefined, 'same'],
  [undefined, undefined, '一部', 'change'],
  [undefined, '一部', undefined, 'same'],
  [undefined, '一部', '一部', 'change'],
  [undefined, '一部', '二部', 'change'],
  ['一部', undefined, undefined, 'same'],
  ['一部', undefined, '', 'same'],
  ['一部', undefined, ' ', 'same'],
  ['一部', undefined, '一部', 'same'],
  ['一部', undefined, '二部', 'change'],
  ['一部', '', '二部', 'change'],
  ['一部', '一部', undefined, 'same'],
  ['一部', '一部', '', 'same'],
  ['一部', '一部', '一部', 'same'],
  ['一部', '一部', '二部', 'change'],
  ['一部', '二部', undefined, 'same'],
  ['一部', '二部', '', 'same'],
  ['一部', '二部', '一部', 'same'],
  ['一部', '二部', '二部', 'kept'],
  ['一部', '二部', '三部', 'kept'],
] as const

describe('the values of a directory', () => {
  test.each(outcomes)('here %s, given %s, now %s: %s', (current, given, incoming, outcome) => {
    for (const field of ['name', 'email', 'organizationId', 'team', 'employeeNo'] as const) {
      const merged = mergeFromDirectory({
        current: current === undefined ? {} : { [field]: current },
        given: given === undefined ? {} : { [field]: given },
        incoming: incoming === undefined ? {} : { [field]: incoming },
      })
      expect(merged).toEqual({ ...fromKeys(directoryFields, () => 'same'), [field]: outcome })
    }
  })

  test('are compared in the forms in which they are stored', () => {
    expect(comparableValue('mobile', '+86 138-0000-0001')).toBe('13800000001')
    expect(comparableValue('email', ' Zhang.San@Example.COM ')).toBe('zhang.san@example.com')
    expect(comparableValue('name', ' 张　三 ')).toBe('张 三')
    expect(comparableValue('team', null)).toBe('')
    const merged = mergeFromDirectory({
      current: { name: '张三', mobile: '13800000001', email: 'zs@example.com' },
      given: {},
      incoming: { name: '张三 ', mobile: '+8613800000001', email: 'ZS@example.com' },
    })
    expect(merged).toMatchObject({ name: 'same', mobile: 'same', email: 'same' })
  })

  test('are noted as given once they are taken, and where both sides agree', () => {
    const now = { team: '三部', email: 'a@example.com', employeeNo: '', name: '李四' }
    const before = { current: { team: '一部', email: 'A@example.com', employeeNo: '7', name: '张三' } }
    const given = { team: '二部', email: 'old@example.com', employeeNo: '6' }
    expect(givenAfter({ ...before, given, incoming: now, taken: [] })).toEqual({
      team: '二部',
      email: 'a@example.com',
      employeeNo: '6',
    })
    const released = givenAfter({ ...before, given, incoming: now, taken: ['team', 'name'] })
    expect(released).toEqual({ team: '三部', email: 'a@example.com', employeeNo: '6', name: '李四' })
    const next = mergeFromDirectory({
      current: { team: '三部' },
      given: released,
      incoming: { team: '四部' },
    })
    expect(next.team).toBe('change')
  })

  test('have the labels of people', () => {
    expect(directoryFieldLabels).toEqual(fromKeys(directoryFields, field => lawyerFields[field].label))
  })
})
