import type { CardContentInput } from '../fixtureCard.ts'
import { entryYearOf } from './lawyers.ts'
import { officeFacts } from './offices.ts'
import type { Person } from './people.ts'
import { practices } from './practice.ts'
import { between, pick, randomOf, some, type Random } from './random.ts'

type Career = Required<
  Pick<CardContentInput, 'education' | 'work' | 'social' | 'honours' | 'publications' | 'cases'>
>

const schools = {
  shanghai: ['华东政法大学', '复旦大学', '上海交通大学', '南京大学', '浙江大学'],
  beijing: ['中国政法大学', '北京大学', '中国人民大学', '对外经济贸易大学', '吉林大学'],
  shenzhen: ['中山大学', '武汉大学', '深圳大学', '中南财经政法大学', '厦门大学'],
  chengdu: ['西南政法大学', '四川大学', '西北政法大学', '重庆大学', '西南财经大学'],
} as const

const abroad = ['伦敦大学学院', '新加坡国立大学', '香港大学', '墨尔本大学', '乔治城大学'] as const
const firstMajors = {
  ip: '通信工程',
  tax: '会计学',
  construction: '工程管理',
  data: '信息管理与信息系统',
} as const
const masterMajors = ['民商法学', '经济法学', '国际法学', '诉讼法学', '法律硕士'] as const

type Post = readonly [organisation: string, position: string]

const formerEmployers: readonly [Post, ...Post[]] = [
  ['某股份制银行总行', '法律合规岗'],
  ['某大型装备制造集团', '法务经理'],
  ['某会计师事务所', '税务顾问'],
  ['某互联网企业', '法务专员'],
  ['某区属国有投资公司', '风险控制专员'],
  ['某综合性律师事务所', '律师'],
]

const issuers = [
  '《商事法评论》编辑部',
  '东部商事法论坛组委会',
  '青年律师成长联盟',
  '砚衡律师事务所',
  '《法务观察》杂志',
] as const
const honourNames = [
  '年度专业文章奖',
  '优秀青年律师',
  '年度公益服务奖',
  '优秀带教律师',
  '年度交易团队奖',
] as const
const media = ['《商事法评论》', '《法务观察》', '《仲裁实务》', '砚衡研究'] as const
const bodies: readonly [Post, ...Post[]] = [
  ['社区公共法律服务站', '值班律师'],
  ['某大学法学院', '校外实践导师'],
  ['青年律师成长联盟', '导师'],
  ['某区中小企业服务中心', '法律顾问团成员'],
]

const majorOf = (person: Person) => {
  const own = firstMajors[person.practice as keyof typeof firstMajors]
  return own && person.number % 2 === 1 ? own : '法学'
}

const educationOf = (person: Person, random: Random): Career['education'] => {
  const graduated = person.year - between(random, 1, 3)
  const bachelor = {
    start: `${graduated - 4}-09`,
    end: `${graduated}-06`,
    school: pick(random, schools[person.office]),
    major: majorOf(person),
    degree: 2 as const,
  }
  if (person.personType === 4 || random() < 0.25) return [bachelor]
  const isAbroad = random() < 0.35
  return [
    {
      start: `${graduated}-09`,
      end: `${graduated + 1}-07`,
      school: isAbroad ? pick(random, abroad) : pick(random, schools[person.office]),
      major: isAbroad ? '国际商法' : pick(random, masterMajors),
      degree: 3,
    },
    bachelor,
  ]
}

const workOf = (person: Person, random: Random): Career['work'] => {
  const entered = entryYearOf(person)
  const here = {
    start: `${entered}-0${between(random, 1, 9)}`,
    organisation: `砚衡律师事务所${officeFacts[person.office].city}办公室`,
    position: person.personType === 1 ? '律师' : '工作人员',
  }
  if (entered - person.year < 2) return [here]
  const [organisation, position] = pick(random, formerEmployers)
  return [here, { start: `${person.year}-07`, end: `${entered}-01`, organisation, position }]
}

const honoursOf = (person: Person, random: Random): Career['honours'] =>
  some(random, honourNames, person.year > 2018 ? between(random, 0, 1) : between(random, 1, 3)).map(
    (name, index) => ({
      year: Math.max(person.year + 2, 2025 - index * between(random, 1, 3)),
      name,
      issuer: pick(random, issuers),
    }),
  )

const publicationsOf = (person: Person, random: Random): Career['publications'] =>
  some(
    random,
    person.practice ? practices[person.practice].publications : [],
    person.year > 2020 ? 0 : between(random, 1, 2),
  ).map((title, index) => ({
    year: 2025 - index * 2 - (person.number % 2),
    title,
    medium: pick(random, media),
  }))

const casesOf = (person: Person, random: Random): Career['cases'] =>
  some(
    random,
    person.practice ? practices[person.practice].cases : [],
    person.year > 2020 ? 1 : between(random, 2, 3),
  ).map((text, index) => ({ year: 2025 - index, text }))

const socialOf = (person: Person, random: Random): Career['social'] => {
  if (person.year > 2019 || random() < 0.4) return []
  const [organisation, position] = pick(random, bodies)
  return [{ start: `${between(random, 2018, 2023)}-03`, organisation, position }]
}

/** Schools, posts, honours, writing and cases that fit the person's years. */
export const careerOf = (person: Person): Career => {
  const random = randomOf(person.number * 7919)
  return {
    education: educationOf(person, random),
    work: workOf(person, random),
    social: socialOf(person, random),
    honours: honoursOf(person, random),
    publications: publicationsOf(person, random),
    cases: casesOf(person, random),
  }
}
