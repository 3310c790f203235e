import { polyphonic, pinyin } from 'pinyin-pro'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { loadNameReadings, comparePeopleBy } from '../../../providers/nameOrder.ts'
import { pinyinDictionary } from '../../../resources/domain/pinyinDictionary.ts'
import { nameReader } from '../../../server/services/directory/pinyin.ts'

const inOrder = (names: readonly string[]) =>
  names.toSorted((one, other) => (nameReader.sortKey(one) < nameReader.sortKey(other) ? -1 : 1))

describe('names are sorted character by character', () => {
  test.each([
    ['by reading, not by the joined letters', ['范甘', '方安', '方案']],
    ['by tone', ['妈妈', '麻杰', '马杰', '骂杰']],
    ['by strokes where the sound is the same', ['于伟', '余伟', '俞伟', '虞伟']],
    ['by strokes and not by their numbers', ['王力', '王立', '王丽']],
    ['by the character where sound and strokes are the same', ['王丽鑫', '王利安']],
    ['with the surname’s own reading', ['陈雄', '单雄', '沈雄']],
    ['the shorter name first', ['王', '王伟', '王伟明']],
    ['with ü after u', ['卢布', '罗布', '吕布']],
    ['by the words of other names', ['Alice Wang', 'Alice Zhao', 'Alicea', '白云']],
    ['with the same surname together', ['李安', '李哲', '理安']],
  ])('%s', (_, names) => expect(inOrder(names.toReversed())).toEqual(names))
})

test('strokes are those of the stroke order of CLDR', () => {
  const { strokesOf } = pinyinDictionary({ pinyin, polyphonic })
  expect(Array.from('一丁三王田吉李于余俞虞').map(strokesOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 3, 7, 9, 13])
})

test('keys consist of letters and digits, so that every collation sorts them alike', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), name => {
      expect(nameReader.sortKey(name)).not.toBe('')
    }),
  )
  for (const name of [
    '单志远',
    '艾力·买买提',
    'Alice Wang',
    '𠮷田',
    '王𰻞',
    'Ångström',
    '金정은',
    '山田さくら',
    '王㐂',
  ])
    expect(nameReader.sortKey(name)).toMatch(/^[0-9a-z]+$/)
})

test('a derived spelling is none of the person’s own, also where a character has no reading', () => {
  for (const name of ['王㐂', '東方㐂', 'Zoë Smith', '金정은', '山田さくら', 'O’Neil', '王2号'])
    expect(nameReader.sortKey(name, nameReader.pinyin(name).full), name).toBe(nameReader.sortKey(name))
})

test('letters with marks are sorted and found as those without', () => {
  expect(inOrder(['Zoé', 'Ørsted', 'Ängel', 'Anna', 'Zoa'])).toEqual([
    'Ängel',
    'Anna',
    'Ørsted',
    'Zoa',
    'Zoé',
  ])
  expect(nameReader.spellings('Zoë Ørsted')).toContain('zoeorsted')
})

test('the browser sorts as the server', async () => {
  const names = ['单雄', '范甘', '方案', '方安', '仇和', '曾国', '𠮷田', 'Alice', '欧阳明', '区伟', '盖宇']
  const compare = comparePeopleBy(await loadNameReadings())
  const people = names.map(name => ({ name }))
  expect(people.toSorted(compare).map(it => it.name)).toEqual(inOrder(names))
})
