import { englishName, pinyinOf } from '../../../services/pinyin.ts'
import type { LawyerInput } from '../fixtureSchema.ts'
import { officeFacts } from './offices.ts'
import type { Person } from './people.ts'
import { practices } from './practice.ts'
import { between, randomOf } from './random.ts'

const thisYear = 2026

export const mobileOf = (person: Person) => String(13_800_000_000 + person.number)

/** Type, province and city, year, category, sex and serial, so that every part agrees with the person. */
export const licenceOf = (person: Person) =>
  `1${officeFacts[person.office].licence}${person.year}1${person.gender - 1}${String(100_000 + person.number * 137)}`

export const nameEnOf = (person: Person) => person.nameEn ?? englishName(person.name)

// Namesakes and the very long name would make a mailbox nobody can spell.
export const emailOf = (person: Person) => {
  const { full } = pinyinOf(person.name)
  const mailbox = full.length > 24 ? pinyinOf(person.name).initials : full
  return `${mailbox}${person.name === '张伟' ? person.number : ''}@yanheng.example`
}

export const entryYearOf = (person: Person) => {
  const random = randomOf(person.number * 31)
  const earliest = Math.max(officeFacts[person.office].opened, person.year)
  return Math.min(thisYear, earliest + (earliest >= 2019 ? 0 : between(random, 0, 5)))
}

const dateIn = (year: number, person: Person) => {
  const random = randomOf(person.number * 17)
  const month = year === thisYear ? between(random, 1, 10) : between(random, 1, 12)
  return `${year}-${String(month).padStart(2, '0')}-${String(between(random, 1, 28)).padStart(2, '0')}`
}

const assessmentsOf = (person: Person): LawyerInput['assessments'] =>
  [2023, 2024, 2025]
    .filter(year => year > person.year)
    .map(year => ({
      year,
      result: person.number % 19 === 0 && year === 2024 ? 2 : 1,
      recordedAt: `${year + 1}-05-${10 + (person.number % 15)}`,
    }))

const partners = [
  'Managing Director',
  'Managing Partner',
  'Executive Director',
  'Senior Partner',
  'Equity Partner',
  'Partner',
]

const licensed = (person: Person): Partial<LawyerInput> => ({
  licenseNumber: licenceOf(person),
  practiceType: 1,
  firstPractisedYear: person.year,
  isRegisteredPartner: partners.includes(person.postCode) ? 1 : 0,
  assessments: assessmentsOf(person),
})

const rejectReasons: Record<number, string> = {
  51: '姓名与实习证不一致,请核对后重新提交',
  60: '未提供劳动合同信息,请联系成都办公室行政确认入职',
}

const remarks: Record<number, string> = {
  21: '2026年8月起休长假,账号暂停使用',
  36: '转任公职,手续办理中',
  57: '姓名较长,名片排版时请勿缩写',
}

const optional = <K extends string>(key: K, value: string | undefined) =>
  (value === undefined ? {} : { [key]: value }) as Partial<Record<K, string>>

export const lawyerOf = (person: Person): LawyerInput => ({
  key: person.key,
  name: person.name,
  nameEn: nameEnOf(person),
  gender: person.gender,
  mobile: mobileOf(person),
  email: emailOf(person),
  office: person.office,
  ...optional('team', person.practice ? practices[person.practice].team : '综合管理部'),
  employeeNo: `YH${String(1000 + person.number)}`,
  personType: person.personType,
  ...(person.personType === 1 && licensed(person)),
  entryDate: dateIn(entryYearOf(person), person),
  ...(person.status === 4 && { leaveDate: '2026-09-30' }),
  status: person.status,
  ...optional('rejectReason', rejectReasons[person.number]),
  source: person.status === 0 || person.status === 2 ? 3 : person.number > 40 ? 2 : 1,
  createdAt: person.status === 0 ? `-${person.number % 5}d` : `-${150 - person.number}d`,
  avatar: `picture:portrait-${person.number}`,
  ...optional('remark', remarks[person.number]),
})
