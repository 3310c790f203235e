import { nameEnOf, entryYearOf } from './lawyers.ts'
import { officeFacts } from './offices.ts'
import { people, type Person } from './people.ts'
import { practices } from './practice.ts'
import { cycle } from './random.ts'

type Sentence = (person: Person, label: string) => string
type Sentences = readonly [Sentence, ...Sentence[]]

const openings: Sentences = [
  (it, label) =>
    `${it.name}律师自${it.year}年起执业,${entryYearOf(it)}年加入砚衡律师事务所${officeFacts[it.office].city}办公室,主要从事${label}业务。`,
  (it, label) => `${it.name}律师在${label}领域执业多年,现于${officeFacts[it.office].city}办公室工作。`,
  (it, label) =>
    `在${label}业务中,${it.name}律师的习惯是先把事实弄清楚,再谈方案。自${entryYearOf(it)}年起在砚衡执业。`,
  (it, label) => `${it.year}年取得律师执业证后,${it.name}律师一直以${label}为主要工作方向。`,
  (it, label) =>
    `${it.name}律师主要为企业客户办理${label}事务,服务地域以${officeFacts[it.office].city}及周边为主。`,
]

const closings: readonly [string, ...string[]] = [
  '办案之外,定期为所内青年律师讲授文书写作课程。',
  '担任社区公益法律咨询志愿者,每季度值班一次。',
  '习惯用图表向客户说明进展,每两周提交一次书面工作报告。',
  '参与高校法学院的模拟法庭教学,担任校外指导教师。',
  '注重与客户法务、财务和业务团队的配合,会议后当日提供纪要。',
  '近年来参与整理本所业务操作指引,负责相关章节的更新。',
  '为中小企业提供合同管理公益培训,已连续举办多期。',
]

const otherPosts: Record<string, (it: Person) => string> = {
  'Trainee Lawyer': it =>
    `${it.name}现为砚衡律师事务所${officeFacts[it.office].city}办公室实习律师,在合伙人指导下参与案件检索、证据整理与庭审记录,已完成集中培训。实习期间协助起草法律意见书与代理意见初稿,熟悉类案检索工具。`,
  Paralegal: it =>
    `${it.name}负责${officeFacts[it.office].city}办公室的案件流程管理与资料整理,协助律师完成立案、送达、保全材料递交与归档工作,熟悉各法院线上立案平台与电子送达要求。`,
  Staff: it =>
    `${it.name}在综合管理部工作,负责客户接待、会议安排与供应商管理,参与本所办公系统的日常维护,曾协助完成上海办公室搬迁与档案电子化。`,
  'Of Counsel': it =>
    `${it.name}曾在高校讲授财税法课程多年,现任本所顾问,为疑难案件提供论证意见,并主持每月一次的专题研讨。研究方向包括税收程序、股权转让税制与行政救济,参与编写教材与案例集若干。`,
}

// Counted within a field of practice, so that two colleagues of one field do not get the same body.
const rankOf = (person: Person) =>
  people.filter(
    it => it.practice === person.practice && it.number < person.number && !otherPosts[it.postCode],
  ).length

/** The Chinese introduction of a card. */
export const introOf = (person: Person): string => {
  const other = otherPosts[person.postCode]
  if (other) return other(person)
  if (!person.practice) throw new Error(`${person.key} has no practice`)
  const practice = practices[person.practice]
  return [
    cycle(openings, person.number)(person, practice.label),
    cycle(practice.bodies, rankOf(person)),
    cycle(closings, person.number * 3),
  ].join('\n')
}

const openingsEn: Sentences = [
  (it, label) =>
    `${nameEnOf(it)} has worked in ${label} since ${it.year} and is based in ${officeFacts[it.office].cityEn}.`,
  (it, label) =>
    `Based in ${officeFacts[it.office].cityEn}, ${nameEnOf(it)} acts for Chinese and foreign clients in ${label}.`,
  (it, label) => `${nameEnOf(it)} joined Yanheng in ${entryYearOf(it)}; the main field of work is ${label}.`,
]

/** The English introduction of a card. */
export const introEnOf = (person: Person): string => {
  if (!person.practice) throw new Error(`${person.key} has no practice`)
  const practice = practices[person.practice]
  return `${cycle(openingsEn, person.number)(person, practice.labelEn)}\n${practice.bodyEn}`
}
