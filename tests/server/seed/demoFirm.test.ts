import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { decodeLicence } from '../../../resources/domain/licence.ts'
import { allAreas } from '../../../server/db/places/areas.ts'
import { demoFixture } from '../../../server/db/seed/demoFirm.ts'
import { type FirmFixture, fixtureSchema } from '../../../server/db/seed/fixtureSchema.ts'
import {
  referenceCategories,
  referenceOfficialProfessions,
  referencePositions,
  referenceSelfProfessions,
} from '../../../server/db/seed/referenceData.ts'
import { languageOf } from '../../../resources/locales/catalogue.ts'
import { english } from '../../support/said.ts'
import { folderOfTest } from '../../support/folder.ts'

const password = 'a-demo-password'
const firm = demoFixture(password).firms[0] as FirmFixture

const cardsOf = (language: 'CN' | 'EN') => firm.cards.filter(it => it.language === language)
const sorted = (values: readonly unknown[]) =>
  [...new Set(values)].toSorted((a, b) => String(a).localeCompare(String(b)))
const unknownNames = (known: readonly string[], used: readonly string[]) =>
  used.filter(it => !known.includes(it))

test('is the same on every call and fits its own schema', () => {
  expect(demoFixture(password)).toEqual(demoFixture(password))
  expect(fixtureSchema.parse(demoFixture(password))).toEqual(demoFixture(password))
})

test('has a main office and three more, all in real districts', () => {
  const districts = allAreas.filter(it => it.level === 3).map(it => it.code)
  expect(firm.offices.map(it => it.isMain)).toEqual([1, 0, 0, 0])
  expect(
    unknownNames(
      districts,
      firm.offices.map(it => it.districtCode),
    ),
  ).toEqual([])
})

test('has the accounts that the README names, at every level', () => {
  const levels = Object.fromEntries(firm.admins.map(it => [it.account, it.officeLevel]))
  expect(levels).toMatchObject({ admin: 1, admin2: 2, branch: 3, branch2: 4 })
  expect(firm.admins.filter(it => it.isSystem === 1).map(it => it.account)).toEqual(['system'])
})

test('has one main administrator in each of the other offices', () => {
  const officesWithMainAdmin = firm.admins.filter(it => it.officeLevel === 3).map(it => it.office)
  expect(officesWithMainAdmin).toEqual(firm.offices.slice(1).map(it => it.key))
})

test('has 60 people in every state, with mobiles from 13800000001', () => {
  const mobiles = Array.from({ length: 60 }, (_, index) => String(13_800_000_001 + index))
  expect(firm.lawyers.map(it => it.mobile)).toEqual(mobiles)
  expect(sorted(firm.lawyers.map(it => it.status))).toEqual([0, 1, 2, 3, 4])
  expect(sorted(firm.lawyers.map(it => it.personType))).toEqual([1, 2, 3, 4, 5])
  expect(firm.lawyers.filter(it => it.status === 1).length).toBeGreaterThan(40)
  expect(Math.max(...firm.lawyers.map(it => Array.from(it.name).length))).toBe(20)
})

const licensedPeople = firm.lawyers.filter(it => it.personType === 1)

test('uses no licence number twice', () => {
  expect(new Set(licensedPeople.map(it => it.licenseNumber)).size).toBe(licensedPeople.length)
})

test.each(licensedPeople.map(it => [it.name, it] as const))(
  'the licence number of %s agrees with the other data',
  (_, lawyer) => {
    const district = firm.offices.find(it => it.key === lawyer.office)?.districtCode ?? ''
    expect(decodeLicence(lawyer.licenseNumber ?? '')).toMatchObject({
      provinceCode: `${district.slice(0, 2)}0000`,
      year: lawyer.firstPractisedYear,
      gender: lawyer.gender,
      practiceType: 1,
    })
  },
)

test('has Chinese cards in every state, with and without a published version, including hidden ones', () => {
  const states = cardsOf('CN').map(it => `${it.auditStatus}${it.isPublished ? ' published' : ''}`)
  expect(sorted(states)).toEqual(['0', '1', '1 published', '2', '3', '3 published'])
  expect(sorted(cardsOf('CN').map(it => it.showStatus))).toEqual([0, 1])
})

const waitingCards = firm.cards.filter(it => it.auditStatus === 1 && it.isPublished)

test('has two cards and two articles in the bin, all for less than 30 days', () => {
  const removed = { cards: firm.cards, articles: firm.articles }
  for (const rows of Object.values(removed)) {
    const times = rows.flatMap(it => it.removed?.at ?? [])
    expect(times).toHaveLength(2)
    expect(times.filter(it => !/^-([1-9]|1\d|2[0-5])d$/.test(it))).toEqual([])
  }
  // Only drafts and unpublished cards can be deleted.
  expect(firm.articles.filter(it => it.removed && it.status !== 0 && it.status !== 4)).toEqual([])
})

test('has a published card with a change that its owner has not submitted', () => {
  const isWritten = (it: (typeof firm.cards)[number]) =>
    it.auditStatus === 2 && Object.keys(it.before).length + it.absentBefore.length > 0
  expect(firm.cards.filter(isWritten).length).toBeGreaterThan(0)
})

test('has at least eight published cards with a change waiting for review', () => {
  expect(waitingCards.length).toBeGreaterThanOrEqual(8)
})

test.each(waitingCards.map(it => [it.lawyer, it] as const))(
  'the change of %s touches two to five fields',
  (_, card) => {
    const fields = Object.keys(card.before) as (keyof typeof card.before)[]
    expect(fields.length + card.absentBefore.length).toBeGreaterThanOrEqual(2)
    expect(fields.length + card.absentBefore.length).toBeLessThanOrEqual(5)
    expect(fields.filter(it => JSON.stringify(card.before[it]) === JSON.stringify(card.content[it]))).toEqual(
      [],
    )
  },
)

test('every rejected card has reasons at its fields', () => {
  const rejected = firm.cards.filter(it => it.auditStatus === 3)
  expect(rejected.filter(it => !it.auditReason || !it.auditItems?.length)).toEqual([])
})

test('has about 15 people with an English card written in English', () => {
  expect(cardsOf('EN').length).toBeGreaterThanOrEqual(14)
  expect(cardsOf('EN').filter(it => /\p{Script=Han}/u.test(it.content.intro ?? ''))).toEqual([])
})

test('has introductions that do not repeat one template', () => {
  const bodies = cardsOf('CN').flatMap(it => it.content.intro?.split('\n')[1] ?? [])
  expect(new Set(bodies).size).toBeGreaterThanOrEqual(25)
  expect(new Set(cardsOf('CN').map(it => it.content.intro)).size).toBeGreaterThan(45)
})

test('has positions and professions on cards from the reference data', () => {
  const official = referenceOfficialProfessions.flatMap(it => [it, ...it.children])
  const known = [
    ...official.map(it => `official:${it.code}`),
    ...referenceSelfProfessions.map(it => `self:${it.key}`),
  ]
  expect(
    unknownNames(
      known,
      firm.cards.flatMap(it => it.content.professions ?? []),
    ),
  ).toEqual([])
  expect(
    unknownNames(
      referencePositions.map(it => it.postCode),
      firm.cards.flatMap(it => it.content.position ?? []),
    ),
  ).toEqual([])
})

test('has categories and professions on articles from the reference data', () => {
  expect(
    unknownNames(
      referenceCategories.map(it => `${it.kind} ${it.typeName}`),
      firm.articles.map(it => `${it.kind} ${it.type}`),
    ),
  ).toEqual([])
  expect(
    unknownNames(
      referenceSelfProfessions.map(it => it.key),
      firm.articles.flatMap(it => it.professional),
    ),
  ).toEqual([])
})

test('has unread messages for reviewers, and some that were read', () => {
  const unread = firm.messages.filter(it => 'admin' in it.to && it.to.admin === 'admin' && it.status === 0)
  expect(unread.length).toBeGreaterThan(10)
  expect(sorted(firm.messages.map(it => it.status))).toEqual([0, 1])
})

test.each([1, 2, 3, 4] as const)('has articles of kind %i in several states and three categories', kind => {
  const ofKind = firm.articles.filter(it => it.kind === kind)
  expect(ofKind.length).toBeGreaterThanOrEqual(6)
  expect(new Set(ofKind.map(it => it.type)).size).toBeGreaterThanOrEqual(3)
  expect(sorted(ofKind.map(it => it.status))).toEqual(expect.arrayContaining([0, 1, 2]))
})

test('has system messages worded by the product, so that they can be translated', () => {
  const { phrase } = languageOf('en-US', english)
  const own = firm.messages.filter(it => it.type !== 1 && it.type !== 7)
  const sentences = own.flatMap(({ title, content }) => [title, ...content.split('\n')])
  expect(own.length).toBeGreaterThan(20)
  // Values without a sentence mark are names or reasons inserted into a text.
  const unknownSentences = sentences.filter(sentence => {
    const translation = phrase(sentence, {})
    return translation === undefined || /[。；]|请|申请|审核/u.test(translation.replace(/^Reason: .*/su, ''))
  })
  expect(unknownSentences).toEqual([])
})

test('has articles in every state, including waiting changes, drafts and refused ones', () => {
  expect(sorted(firm.articles.map(it => it.status))).toEqual([0, 1, 2, 3, 4, 5])
  expect(sorted(firm.articles.flatMap(it => it.change?.status ?? []))).toEqual([0, 1, 3])
  expect(firm.articles.filter(it => it.status === 3 && !it.refuseReason)).toEqual([])
  for (const kind of [1, 2, 3])
    expect(firm.articles.some(it => it.kind === kind && it.language === 'EN')).toBe(true)
  const videoOf = (it: (typeof firm.articles)[number]) =>
    it.video && ('feedId' in it.video ? 2 : it.video.isExternal ? 3 : 1)
  expect(sorted(firm.articles.flatMap(it => videoOf(it) ?? []))).toEqual([1, 2, 3])
  expect(firm.articles.some(it => it.linkUrl)).toBe(true)
  expect(firm.articles.some(it => it.status === 4 && (it.expiresInDays ?? 0) < 0)).toBe(true)
})

const demoFolder = join(import.meta.dirname, '../../../server/db/seed/demo')
const namesIn = async (folder: string, extension: string) =>
  (await readdir(join(demoFolder, folder))).filter(it => it.endsWith(extension))

test('uses every text of the folder once', async () => {
  const folders = ['.', 'articles', 'offices', 'people']
  const texts = await Promise.all(
    folders.map(async folder => (await namesIn(folder, '.md')).map(name => join(folder, name))),
  )
  const used = await Promise.all(
    folders.map(async folder => {
      const files = await namesIn(folder, '.json')
      const contents = await Promise.all(files.map(name => readFile(join(demoFolder, folder, name), 'utf8')))
      return contents.flatMap(it =>
        [...it.matchAll(/"file:([^"]+)"/g)].map(([, name = '']) => join(folder, name)),
      )
    }),
  )
  const names = texts.flat().filter(name => name !== 'README.md')
  expect(used.flat().toSorted()).toEqual(names.toSorted())
})

test('has nothing but content in the folder', async () => {
  const entries = await readdir(demoFolder, { recursive: true, withFileTypes: true })
  const files = entries.filter(it => it.isFile()).map(it => it.name)
  expect(files.filter(name => !/\.(json|md|svg|mp4)$/.test(name))).toEqual([])
})

/** A copy of the content with one file changed. */
const changedFolder = async (file: string, from: string, to: string) => {
  const folder = await folderOfTest('demo')
  await cp(demoFolder, folder, { recursive: true })
  const content = await readFile(join(folder, file), 'utf8')
  expect(content).toContain(from)
  await writeFile(join(folder, file), content.replace(from, to))
  return folder
}

test('a changed file changes the firm', async () => {
  const folder = await changedFolder('offices/beijing.md', '北京办公室设立于2014年', '首都办公室设立于2014年')
  const [changed] = demoFixture(password, folder).firms
  expect(changed?.offices[1]?.intro).toMatch(/^<p>首都办公室/)
})

test.each([
  [
    'people/p13.json',
    '"mobile": "13800000013"',
    '"mobile": "0"',
    /people.p13\.json: .*not a mobile number.*lawyer\.mobile/s,
  ],
  ['people/p13.json', '"slogan"', '"motto"', /people.p13\.json: .*motto.*cards\.CN\.content/s],
  ['firm.json', '"firmId": 1', '"firmId": 0', /firm\.json: .*firmId/s],
  ['offices.json', '"isMain": 1', '"isMain": 2', /offices\.json: .*\[0\]\.isMain/s],
  ['admins.json', '"officeLevel": 1', '"officeLevel": 5', /admins\.json: .*\[0\]\.officeLevel/s],
  ['messages.json', '"title"', '"heading"', /messages\.json: .*\[0\]/s],
  ['messages.json', '"admin": "admin2"', '"admin": "nobody"', /nobody.*firms\[0\]\.messages\.to/s],
  ['articles/2-essays.json', '"kind": 2', '"kind": 9', /2-essays\.json: .*\[0\]\.kind/s],
  ['articles/2-essays.json', 'cargo-lien.md', 'cargo.md', /2-essays\.json: .*articles.cargo\.md/s],
  ['articles/2-essays.json', '"p20"', '"p99"', /no such key in lawyers: p99.*firms\[0\]\.articles\.lawyers/s],
  ['articles/2-essays.json', '[', '', /2-essays\.json: .*JSON/s],
  [
    'articles/closing-week.md',
    '## ',
    '### ',
    /2-essays\.json: .*closing-week\.md: Markdown that is not known here: ###/s,
  ],
])('refuses %s with %s as %s, naming the file and the problem', async (file, from, to, message) => {
  const folder = await changedFolder(file, from, to)
  expect(() => demoFixture(password, folder)).toThrow(message)
})
