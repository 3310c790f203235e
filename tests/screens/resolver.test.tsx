import { get } from 'react-hook-form'
import { describe, expect, test } from 'vitest'

import { chinese } from '../../resources/kit/translate.ts'
import { area, integer, optional, rows, strings, text } from '../../resources/kit/index.ts'
import { formPath, resolverOf, listErrors, blankToNull } from '../../src/fields/resolver.ts'
import { compareVersions } from '../../src/form/saving/ConflictDialog.tsx'

const fields = {
  name: text('姓名', { min: 2, max: 4 }),
  sort: integer('排序'),
  remark: optional(text('备注', { max: 10 })),
  phone: strings('电话', text('电话', { max: 5 }), { max: 3 }),
  education: optional(rows('教育背景', { school: text('学校', { max: 6 }) }, { max: 3 })),
}
const resolve = (values: object) =>
  resolverOf(fields)(values, undefined, { fields: {}, shouldUseNativeValidation: false })

const messageAt = (errors: object, path: string) => (get(errors, path) as { message?: string }).message

describe('validation by the schemas of the fields', () => {
  test('returns normalised values, with null for empty ones', async () => {
    const { values, errors } = await resolve({
      name: ' 张三 ',
      sort: 3,
      remark: '',
      phone: ['110', ''],
      education: [],
      notOfThisForm: 1,
    })
    expect(errors).toEqual({})
    expect(values).toEqual({ name: '张三', sort: 3, remark: null, phone: ['110'], education: null })
  })

  test('reports errors in Chinese at their paths', async () => {
    const { errors } = await resolve({
      name: '张三李四王五',
      sort: '很多',
      phone: [''],
      education: [{ school: '甲' }, { school: null }],
    })
    expect(messageAt(errors, 'name')).toBe('姓名最多4个字')
    expect(messageAt(errors, 'sort')).toBe('请输入排序')
    expect(messageAt(errors, 'phone')).toBe('请输入电话')
    expect(messageAt(errors, 'education.1.school')).toBe('请输入学校')
  })

  test('lists errors in the order of the fields', async () => {
    const { errors } = await resolve({ name: '', sort: 1, phone: ['110'], education: [{ school: '' }] })
    expect(listErrors(errors, fields, chinese.translate)).toEqual([
      { name: 'name', label: '姓名', message: '请输入姓名' },
      { name: 'education.0.school', label: '教育背景 1 学校', message: '请输入学校' },
    ])
  })
})

test('keeps province and city of an area, even if the form has no fields for them', async () => {
  const incompleteFields = { districtCode: optional(area('地区', ['provinceCode', 'cityCode'])) }
  const typed = { provinceCode: '440000', cityCode: '', districtCode: null, notOfThisForm: 1 }
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { values } = await resolverOf(incompleteFields)(typed, undefined, options)
  expect(values).toEqual({ provinceCode: '440000', cityCode: null, districtCode: null })
})

test("converts the server's paths to those of the form", () => {
  expect(formPath('education[1].school')).toBe('education.1.school')
  expect(formPath('name')).toBe('name')
})

test('does not treat a switch that is off as empty', () => {
  expect(blankToNull({ isTop: 0, alt: '' })).toEqual({ isTop: 0, alt: null })
})

test('does not report equal changes of two users as a conflict', () => {
  const base = { a: 1, b: 1, c: 1, d: 1 }
  const ownValues = { a: 2, b: 1, c: 3, d: 4 }
  const otherValues = { a: 1, b: 2, c: 3, d: 5 }
  expect(compareVersions(['a', 'b', 'c', 'd'], base, ownValues, otherValues)).toEqual({
    contested: ['d'],
    adopted: ['b'],
  })
})
