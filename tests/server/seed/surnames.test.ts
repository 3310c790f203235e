import { pinyin } from 'pinyin-pro'
import { describe, expect, test } from 'vitest'

import { nameParts } from '../../../resources/domain/nameReadings.ts'
import { compoundSurnames, surnameReadings } from '../../../resources/domain/surnames.ts'
import { englishName, nameReader } from '../../../server/services/directory/pinyin.ts'

const fullOf = (name: string, own?: string) => nameReader.pinyin(name, own).full

describe('a surname of one character', () => {
  test.each([
    ['shan', '单單'],
    ['ou', '区區'],
    ['tou', '钭鈄'],
    ['xun', '郇'],
    ['ge', '盖蓋葛'],
    ['yun', '员員贠貟'],
    ['miao', '缪繆'],
    ['che', '车車'],
    ['bi', '秘'],
    ['xian', '洗冼'],
    ['chong', '种'],
    ['zhai', '祭翟'],
    ['he', '黑'],
    ['nai', '佴能'],
    ['gui', '炅'],
    ['juan', '隽雋'],
    ['yao', '么幺'],
    ['jue', '角'],
    ['qiu', '仇'],
    ['xie', '解'],
    ['zeng', '曾'],
    ['zha', '查'],
    ['piao', '朴'],
    ['ren', '任'],
    ['hua', '华華'],
    ['yue', '乐樂'],
    ['qin', '覃'],
    ['po', '繁'],
    ['ji', '纪紀'],
    ['na', '那'],
    ['ning', '宁甯'],
    ['pian', '便'],
    ['fou', '不'],
  ])('is read %s: %s', (letters, surnames) => {
    for (const surname of surnames) {
      expect(fullOf(`${surname}志远`), surname).toBe(`${letters}zhiyuan`)
      expect(nameReader.sortKey(`${surname}志远`), surname).toMatch(new RegExp(`^${letters}\\d`))
    }
  })

  test('is no sound of a transliteration, and has one reading in each of its shapes', () => {
    expect(fullOf('单恩·史密斯')).toMatch(/^danen/)
    expect(fullOf('单\u{E0100}志远')).toBe('shanzhiyuan')
    expect(fullOf('尉\u{E0100}迟志远')).toBe('yuchizhiyuan')
  })

  test('may be outside the BMP', () => {
    expect(nameParts('𠮷田太')).toEqual({ family: '𠮷', given: '田太' })
    expect(nameReader.pinyin('王𰀀').initials).toBe('w𰀀')
    expect(nameReader.pinyin('王𰻞').initials).toBe('wb')
  })
})

describe('a compound surname', () => {
  test.each([
    ['尉迟尉遲', 'yuchi'],
    ['万俟萬俟', 'moqi'],
    ['长孙長孫', 'zhangsun'],
    ['单于單于', 'chanyu'],
    ['欧阳歐陽', 'ouyang'],
    ['诸葛諸葛', 'zhuge'],
    ['东方東方', 'dongfang'],
    ['独孤獨孤', 'dugu'],
    ['钟离鍾離', 'zhongli'],
    ['淳于', 'chunyu'],
    ['伯赏伯賞', 'boshang'],
    ['纳兰納蘭', 'nalan'],
    ['令狐', 'linghu'],
    ['公输公輸', 'gongshu'],
    ['叔孙叔孫', 'shusun'],
    ['富察', 'fucha'],
    ['鲜于鮮於', 'xianyu'],
    ['拓拔', 'tuoba'],
    ['澹台澹臺', 'tantai'],
  ])('%s is read %s and stays whole', (both, letters) => {
    for (const surname of new Set([both.slice(0, 2), both.slice(-2)])) {
      expect(fullOf(`${surname}志远`)).toBe(`${letters}zhiyuan`)
      expect(nameParts(`${surname}志远`)).toEqual({ family: surname, given: '志远' })
      expect(englishName(`${surname}志远`)).toBe(`Zhiyuan ${letters[0]!.toUpperCase()}${letters.slice(1)}`)
    }
  })

  test('may have four characters', () => {
    expect(nameParts('爱新觉罗启星')).toEqual({ family: '爱新觉罗', given: '启星' })
    expect(nameParts('钮祜禄启星')).toEqual({ family: '钮祜禄', given: '启星' })
    expect(fullOf('愛新覺羅启星')).toBe('aixinjueluoqixing')
  })

  test('needs a given name after it', () => expect(nameParts('公孙')).toEqual({ family: '公', given: '孙' }))
})

describe('a spelling of the person’s own', () => {
  test('wins in pinyin, English name and order', () => {
    expect(fullOf('单志远', 'Dān Zhì Yuǎn')).toBe('danzhiyuan')
    expect(englishName('单志远', 'danzhiyuan')).toBe('Zhiyuan Dan')
    expect(nameReader.sortKey('单志远', 'danzhiyuan')).toMatch(/^dan1/)
    expect(nameReader.sortKey('吕布', 'lyubu')).toBe(nameReader.sortKey('吕布'))
    expect(nameReader.sortKey('陈小明', 'Chan Siu-ming')).toMatch(/^chansiuming0chen2/)
  })

  test('and every other reading is found', () => {
    expect(nameReader.spellings('单乐')).toEqual(
      expect.arrayContaining(['shanle', 'danle', 'chanle', 'shanyue', 'sl', 'sy', 'dl']),
    )
    expect(nameReader.spellings('单乐', 'danle')[0]).toBe('danle')
  })

  test('takes no long time for the worst name', () => {
    expect(nameReader.spellings('行'.repeat(50), 'x'.repeat(300)).length).toBeLessThanOrEqual(70)
    expect(nameReader.sortKey('阿'.repeat(50), 'a'.repeat(49)).length).toBeLessThan(1000)
  })
})

test('every entry is written once, with one syllable for each character', () => {
  for (const [surname, readings] of [...surnameReadings, ...compoundSurnames]) {
    expect(readings, surname).toHaveLength(Array.from(surname).length)
    for (const reading of readings) expect(reading, surname).toMatch(/^[a-z]+[1-4]$/)
  }
})

test('agrees with the dictionary about the other surnames that it knows', () => {
  const others = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严金魏陶姜戚谢邹喻柏水窦章云苏潘范彭郎'
  for (const surname of others)
    expect(fullOf(`${surname}伟`), surname).toBe(
      pinyin(`${surname}伟`, { toneType: 'none', type: 'array', v: true, surname: 'head' }).join(''),
    )
})

/**
 * Surnames that pinyin-pro, which has few traditional ones, reads as other words. Their readings stand in the lists above
 * or in two of the other sources of the table.
 */
const otherwise = [
  ...'賁秘車晟种重不蓋冠观觀炅過咼黑華还𠮷紀隽雋角隗繆佴宁區便闕單澹鈄洗颉頡郇么樂員贠祭',
  ...'单于 單于 單於 淳於 段幹 夾谷 萬俟 那拉 澹臺 秃发 鮮於 尉遲 樂正 長孫 主父'.split(' '),
]

test('agrees with the dictionary about the surnames of the table, but for those that it does not know', () => {
  const different = [...surnameReadings, ...compoundSurnames].flatMap(([surname, readings]) => {
    const read = pinyin(`${surname}伟`, { toneType: 'num', type: 'array', v: true, surname: 'head' })
    return read.slice(0, -1).join(' ') === readings.join(' ') ? [] : [surname]
  })
  expect(different).toEqual(otherwise)
})
