import { expect, test } from 'vitest'

import { decodeLicence, licenceWarnings } from '../../resources/domain/licence.ts'

const number = '13101201510123456'

test('reads the parts of a 17-digit number', () => {
  expect(decodeLicence(number)).toEqual({
    isLawyer: true,
    provinceCode: '310000',
    cityCode: '310100',
    year: 2015,
    practiceType: 1,
    gender: 1,
    serial: '123456',
  })
})

test.each([
  ['2', 2],
  ['3', 5],
  ['6', 3],
  ['7', 4],
  ['8', 6],
  ['9', null],
])('category %s', (digit, practiceType) => {
  expect(decodeLicence(`131012015${digit}1123456`)?.practiceType).toBe(practiceType)
})

test.each(['', '123456789012', '1310120151012345', '131012015101234567', '1310120151012345x'])(
  '%j is not read',
  it => {
    expect(decodeLicence(it)).toBeNull()
  },
)

test('has no warning if the facts agree or are unknown', () => {
  const facts = { provinceCode: '310000', gender: 1, practiceType: 1, firstPractisedYear: 2015 } as const
  expect(licenceWarnings(number, facts, 2026)).toEqual([])
  expect(licenceWarnings(number, { gender: 0, practiceType: null }, 2026)).toEqual([])
})

test('warns about each part that disagrees', () => {
  const facts = { provinceCode: '110000', gender: 2, practiceType: 2, firstPractisedYear: 2014 } as const
  const warnings = licenceWarnings(number, facts, 2026)
  expect(warnings).toHaveLength(4)
  expect(warnings.join()).toMatch(/省份.*性别.*执业类别.*2015/)
})

test('warns about impossible years, other certificates and wrong lengths', () => {
  expect(licenceWarnings('13101209910123456', {}, 2026)).toEqual(['证号中的首次执业年份2099不合理，请核对'])
  expect(licenceWarnings('33101201510123456', {}, 2026).join()).toContain('首位不是1')
  expect(licenceWarnings('123456789012', {}, 2026).join()).toContain('旧证')
  expect(licenceWarnings('12345', {}, 2026)).toEqual(['执业证号应为17位数字（旧证12位），请核对'])
})
