import type { CardContentInput } from '../fixtureCard.ts'
import { careerOf } from './career.ts'
import { introEnOf, introOf } from './intro.ts'
import { emailOf, licenceOf, mobileOf, nameEnOf } from './lawyers.ts'
import { officeFacts } from './offices.ts'
import type { Person } from './people.ts'
import { practices } from './practice.ts'
import { cycle } from './random.ts'

const visibility = { mobile: 2, phone: 1, email: 1, wechatNo: 2, wechatQr: 2, licenseNumber: 1 } as const

const titles: Record<number, string[]> = {
  1: ['管委会委员', '党支部书记'],
  2: ['管委会委员', '质量控制委员会主任'],
  3: ['管委会委员'],
  27: ['北京办公室负责人'],
  41: ['深圳办公室负责人'],
  52: ['成都办公室负责人'],
}

type Languages = NonNullable<CardContentInput['workingLanguages']>

const otherLanguages: Record<number, Languages> = {
  31: [{ language: '韩语', level: 1 }],
  30: [{ language: '日语', level: 2 }],
  37: [{ language: '其他', level: 1 }],
  41: [{ language: '粤语', level: 1 }],
  42: [{ language: '粤语', level: 1 }],
  43: [{ language: '粤语', level: 1 }],
  45: [{ language: '粤语', level: 1 }],
}

const languagesOf = (person: Person): Languages => [
  { language: '普通话', level: otherLanguages[person.number] ? 2 : 1 },
  ...(otherLanguages[person.number] ?? []),
  ...(person.number % 3 === 1 || person.nameEn
    ? [{ language: '英语', level: person.nameEn ? 2 : 3 } as const]
    : []),
]

const contactOf = (person: Person): CardContentInput => ({
  mobile: mobileOf(person),
  phone: [`${officeFacts[person.office].phone}${String(1000 + person.number)}`],
  email: emailOf(person),
  ...(person.number % 4 !== 0 && { wechatNo: `yanheng_${String(person.number).padStart(3, '0')}` }),
})

const admissionsOf = (person: Person, isEnglish: boolean): CardContentInput['admissions'] => [
  ...(person.personType === 1
    ? [
        isEnglish
          ? { jurisdiction: 'China', qualification: 'Lawyer', year: person.year }
          : { jurisdiction: '中国', qualification: '律师', year: person.year },
      ]
    : []),
  ...(person.number === 3
    ? [
        isEnglish
          ? { jurisdiction: 'New York', qualification: 'Attorney', year: 2008 }
          : { jurisdiction: '纽约州', qualification: '律师', year: 2008 },
      ]
    : []),
]

/** The whole Chinese card of a person. */
export const contentOf = (person: Person): CardContentInput => {
  const practice = person.practice ? practices[person.practice] : null
  return {
    name: person.name,
    avatar: `picture:portrait-${person.number}`,
    position: person.postCode,
    ...(titles[person.number] && { titles: titles[person.number] }),
    team: practice?.team ?? '综合管理部',
    ...(person.personType === 1 && { licenseNumber: licenceOf(person) }),
    ...contactOf(person),
    professions: practice ? [...practice.professions] : ['self:disputes'],
    industries: practice ? [...practice.industries] : [],
    workingLanguages: languagesOf(person),
    admissions: admissionsOf(person, false),
    ...(practice && person.number % 2 === 1 && { slogan: cycle(practice.slogans, person.number) }),
    intro: introOf(person),
    ...careerOf(person),
    visibility,
  }
}

/** The English card: shorter, as most firms keep it. */
export const contentEnOf = (person: Person): CardContentInput => {
  if (!person.practice) throw new Error(`${person.key} has no practice`)
  const practice = practices[person.practice]
  return {
    name: nameEnOf(person),
    avatar: `picture:portrait-${person.number}`,
    position: person.postCode,
    licenseNumber: licenceOf(person),
    ...contactOf(person),
    professions: [...practice.professions],
    workingLanguages: languagesOf(person).filter(it => it.language !== '其他'),
    admissions: admissionsOf(person, true),
    intro: introEnOf(person),
    education: educationEn[person.number] ?? [],
    cases: practice.casesEn.map(text => ({ text })),
    visibility,
  }
}

const educationEn: Record<number, NonNullable<CardContentInput['education']>> = {
  2: [{ start: '1995-09', end: '1999-06', school: 'Fudan University', major: 'Law', degree: 2 }],
  3: [
    {
      start: '1999-09',
      end: '2001-06',
      school: 'Georgetown University',
      major: 'International Business Law',
      degree: 3,
    },
    {
      start: '1995-09',
      end: '1999-06',
      school: 'East China University of Political Science and Law',
      major: 'Law',
      degree: 2,
    },
  ],
  7: [
    {
      start: '2001-09',
      end: '2005-06',
      school: 'Shanghai Jiao Tong University',
      major: 'Telecommunications',
      degree: 2,
    },
  ],
  30: [{ start: '2004-09', end: '2008-06', school: 'Renmin University of China', major: 'Law', degree: 2 }],
  41: [{ start: '1999-09', end: '2003-06', school: 'Sun Yat-sen University', major: 'Law', degree: 2 }],
  43: [
    {
      start: '2005-09',
      end: '2009-06',
      school: 'Shenzhen University',
      major: 'Information Systems',
      degree: 2,
    },
  ],
}
