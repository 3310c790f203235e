import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import type { CardContent, CardField } from '../../resources/cards/content.ts'
import { numbersIn } from '../../resources/domain/numbersInText.ts'
import { languageGaps } from '../../resources/cards/languageGaps.ts'

type Content = Partial<CardContent>

/** Two cards of one person that say the same. */
const chinese = {
  name: '郑律师',
  workPosition: { postName: '合伙人', postCode: 'Partner' },
  titles: ['管委会委员'],
  team: '争议解决二部',
  licenseNumber: '13101200810123456',
  mobile: '13800000002',
  phone: ['021-55550001'],
  email: 'zheng@example.com',
  fax: '021-55550009',
  addressOverride: '上海市南京西路1266号36层',
  professions: [
    { type: 'official', id: 3 },
    { type: 'self', id: 5 },
  ],
  industries: ['银行', '房地产'],
  workingLanguages: [
    { language: '普通话', level: 1 },
    { language: '英语', level: 2 },
  ],
  admissions: [{ jurisdiction: '中国', qualification: '律师', year: 2008 }],
  slogan: '二十年专注一件事',
  intro:
    '<p>2008年3月起执业，承办案件300余起，标的额逾12亿元。</p><p>2019年获评优秀律师，胜诉率超过90%。</p>',
  education: [
    { start: '2001-09', end: '2005-06', school: '复旦大学', major: '法学', degree: 2 },
    { start: '2005-09', end: '2008-06', school: '华东政法大学', major: '民商法', degree: 3 },
  ],
  work: [{ start: '2008-07', end: null, organisation: '本所', position: '律师', desc: '主办50余起并购' }],
  social: [{ start: '2016-04', end: '2020-04', organisation: '上海市律师协会', position: '第十届理事' }],
  honours: [
    { year: 2019, name: '2019年度优秀律师', issuer: '上海市司法局', image: null },
    { year: 2021, name: '十佳律师', issuer: '法治日报', image: null },
  ],
  publications: [{ year: 2018, title: '公司法第20条研究', medium: '法学', url: null }],
  cases: [{ year: 2020, text: '代理标的额3.5亿元的股权纠纷', articleId: null }],
  clients: [{ name: '某银行', consent: 1 }],
} as unknown as Content // Only the fields that a card needs to be compared.

const english = {
  ...chinese,
  name: 'Zheng',
  titles: ['Member of the management committee'],
  team: 'Dispute Resolution II',
  mobile: '+86 138 0000 0002',
  phone: ['+86 21 5555 0001'],
  email: 'Zheng@example.com',
  fax: '(86-21) 5555 0009',
  addressOverride: '36/F, 1266 West Nanjing Road, Shanghai',
  industries: ['Banking', 'Real estate'],
  admissions: [{ jurisdiction: 'China', qualification: 'Lawyer', year: 2008 }],
  slogan: 'One thing for twenty years',
  intro:
    '<p>In practice since March 2008, with over 300 cases and more than RMB 1.2 billion in dispute. Outstanding lawyer in 2019; success in over 90 percent of cases.</p>',
  education: [
    { start: '2001-09', end: '2005-06', school: 'Fudan University', major: 'Law', degree: 2 },
    { start: '2005-09', end: '2008-06', school: 'ECUPL', major: 'Civil law', degree: 3 },
  ],
  work: [
    {
      start: '2008-07',
      end: null,
      organisation: 'The firm',
      position: 'Lawyer',
      desc: 'Over fifty acquisitions',
    },
  ],
  social: [
    { start: '2016-04', end: '2020-04', organisation: 'Shanghai Bar', position: 'Member, 10th Council' },
  ],
  honours: [
    { year: 2021, name: 'Top Ten Lawyers', issuer: 'Legal Daily', image: null },
    { year: 2019, name: 'Outstanding Lawyer', issuer: 'Bureau of Justice', image: null },
  ],
  publications: [{ year: 2018, title: 'Article 20 of the Company Law', medium: 'Law', url: null }],
  cases: [{ year: 2020, text: 'Equity dispute of RMB 350 million', articleId: null }],
  clients: [{ name: 'A bank', consent: 1 }],
} as unknown as Content // As above.

type Rows = readonly Readonly<Record<string, unknown>>[]
const rowsOf = (card: Content, field: CardField) => card[field] as unknown as Rows // Fields of rows only.

const blank = (field: CardField) => [field, { [field]: null }] as const
const replaced = (field: CardField, from: string, to: string) => {
  const before = JSON.stringify(english[field])
  const after = before.replace(from, to)
  if (after === before) throw new Error(`${field} has no “${from}”`)
  return [field, { [field]: JSON.parse(after) as unknown }] as const
}
const shorter = (field: CardField) =>
  [field, { [field]: (english[field] as unknown as unknown[]).slice(0, -1) }] as const // Fields of lists only.
const longer = (field: CardField) => {
  const list = english[field] as unknown as unknown[] // As above.
  return [field, { [field]: [...list, list[0]] }] as const
}
const part = (field: CardField, name: string, value: unknown) => {
  const [first, ...others] = rowsOf(english, field)
  return [field, { [field]: [{ ...first, [name]: value }, ...others] }] as const
}

const mutations = [
  ...(
    [
      'workPosition',
      'titles',
      'team',
      'licenseNumber',
      'mobile',
      'phone',
      'email',
      'fax',
      'addressOverride',
      'professions',
      'industries',
      'workingLanguages',
      'admissions',
      'slogan',
      'intro',
      'education',
      'work',
      'social',
      'honours',
      'publications',
      'cases',
      'clients',
    ] as const
  ).map(blank),
  ...(['education', 'honours', 'workingLanguages', 'professions', 'industries'] as const).map(shorter),
  ...(
    ['work', 'social', 'admissions', 'publications', 'cases', 'clients', 'titles', 'education'] as const
  ).map(longer),
  replaced('licenseNumber', '123456', '123457'),
  replaced('mobile', '0002', '0003'),
  replaced('phone', '0001', '0002'),
  replaced('email', 'example.com', 'example.org'),
  replaced('fax', '0009', '0008'),
  replaced('workPosition', 'Partner', 'Associate'),
  replaced('workingLanguages', '英语', '日语'),
  replaced('professions', '5', '6'),
  replaced('addressOverride', '1266', '1288'),
  replaced('addressOverride', '36/F', '35/F'),
  replaced('intro', '2008', '2009'),
  replaced('intro', '1.2 billion', '120 million'),
  replaced('intro', '300', '3000'),
  replaced('intro', '2019', '2018'),
  replaced('intro', '90', '95'),
  replaced('intro', 'March', 'April'),
  replaced('work', 'fifty', 'sixty'),
  replaced('social', '10th', '11th'),
  replaced('publications', 'Article 20', 'Article 21'),
  replaced('cases', '350 million', '35 million'),
  part('admissions', 'year', 2009),
  part('education', 'start', '2001-08'),
  part('education', 'end', null),
  part('education', 'degree', 3),
  part('work', 'end', '2024-01'),
  part('social', 'end', '2024-04'),
  part('honours', 'year', 2020),
  part('publications', 'year', 2017),
  part('cases', 'year', null),
]

describe('two cards of one person', () => {
  test('that say the same have no gap', () => {
    expect(languageGaps(chinese, english)).toEqual([])
  })

  test('there are at least sixty mutations, all different', () => {
    expect(new Set(mutations.map(it => JSON.stringify(it))).size).toBeGreaterThanOrEqual(60)
  })

  test.each(mutations.map(([field, change], index) => [index, field, change] as const))(
    'mutation %i is found at %s, and nothing else is',
    (_, field, change) => {
      const gaps = languageGaps(chinese, { ...english, ...change } as Content)
      expect(gaps.map(it => it.field)).toEqual([field])
    },
  )

  test('a gap names what only one of them has', () => {
    const changed = { ...english, ...replaced('intro', '1.2 billion', '120 million')[1] } as Content
    expect(languageGaps(chinese, changed)).toEqual([
      { field: 'intro', kind: 'values', chinese: ['12亿'], english: ['120 million'] },
    ])
    expect(languageGaps(chinese, { ...english, ...part('education', 'degree', 3)[1] } as Content)).toEqual([
      { field: 'education', kind: 'values', chinese: ['本科'], english: ['硕士'] },
    ])
    expect(languageGaps(chinese, { ...english, ...longer('work')[1] } as Content)).toEqual([
      { field: 'work', kind: 'items', chinese: ['1'], english: ['2'] },
    ])
  })

  test('a text of nothing but numerals is read in parts', () => {
    const { readable } = numbersIn('一'.repeat(5000))
    expect(readable).toContain(11)
    expect(Math.max(...readable)).toBeLessThan(1e41)
  })

  const pairs = readFileSync('tests/support/languagePairs/true.txt', 'utf8').trim().split('\n')
  test('there are two hundred true pairs', () => expect(new Set(pairs).size).toBeGreaterThanOrEqual(200))
  test.each(pairs)('no false alarm: %s', pair => {
    const [one, other] = pair.split(' | ')
    expect(languageGaps({ intro: `<p>${one}</p>` }, { intro: `<p>${other}</p>` })).toEqual([])
  })
})
