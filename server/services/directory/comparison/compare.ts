import {
  comparableValue,
  type DirectoryDifference,
  type DirectoryField,
  directoryFields,
  directoryKinds,
  type DirectoryRow,
  type DirectoryValues,
  givenAfter,
  mergeFromDirectory,
} from '../../../../resources/domain/directory.ts'
import { storedValues } from '../directoryColumns.ts'
import type { Directory, DirectoryMember } from '../../../context/services.ts'
import { type Incoming, incomingOf, type DirectoryMapping } from './incoming.ts'
import { createMatching, type FirmPerson, type Match } from './matching.ts'

// The comparison of a directory with the people of the firm. It changes nothing.

/** Whom the directory knew as which person at the last comparison. */
export type Link = { externalId: string; lawyerId: number; given: DirectoryValues; isGone: boolean }

type Question = {
  isWecom: boolean
  directory: Directory
  mapping: DirectoryMapping
  people: readonly FirmPerson[]
  links: readonly Link[]
}

export type DirectoryComparison = {
  rows: DirectoryRow[]
  unchanged: number
  /** What the directory has given where both sides agree now. */
  agreed: { externalId: string; given: DirectoryValues }[]
  /** People whom the directory has no more, and whom the firm still has. */
  gone: { link: Link; person: FirmPerson }[]
}

type Draft = Omit<DirectoryRow, 'index'>

const differencesOf = (current: DirectoryValues, given: DirectoryValues, incoming: DirectoryValues) => {
  const outcomes = mergeFromDirectory({ current, given, incoming })
  return directoryFields.flatMap((field): DirectoryDifference[] => {
    if (outcomes[field] === 'same') return []
    const isKept = outcomes[field] === 'kept' ? 1 : 0
    return [{ field, before: current[field] ?? '', after: incoming[field] ?? '', isKept }]
  })
}

const draftOf = (
  member: DirectoryMember,
  values: DirectoryValues,
  part: Partial<Draft> & Pick<Draft, 'kind'>,
): Draft => ({
  externalId: member.externalId,
  name: values.name ?? member.name,
  lawyerId: null,
  version: null,
  values,
  differences: [],
  by: [],
  candidates: [],
  reason: null,
  ...part,
})

const asCandidate = ({ id, name }: FirmPerson) => ({ id, name })

/** Why nothing of the directory is taken for this person; null if it may be. */
const refusalFor = ({ isDeleted, status }: FirmPerson) => {
  if (isDeleted) return '该人员在回收站中，请先还原'
  if (status === 4) return '该人员已办理离所；如已返回，请先恢复在所'
  return status === 2 ? '该人员的注册申请已被驳回' : null
}

/** The row of a person who was linked before; null if nothing differs. */
const linkedRow = (member: DirectoryMember, { values, reason }: Incoming, link: Link, person: FirmPerson) => {
  const row = { lawyerId: person.id, version: person.version, candidates: [asCandidate(person)] }
  const refusal = refusalFor(person) ?? reason
  if (refusal) return draftOf(member, values, { kind: 'error', ...row, reason: refusal })
  const differences = differencesOf(storedValues(person), link.given, values)
  if (differences.length === 0) return null
  const kind = differences.every(it => it.isKept === 1) ? 'kept' : 'change'
  return draftOf(member, values, { kind, ...row, differences })
}

/** Why the only person who matches is not taken; null if he may be. */
const matchRefusal = ({ person, by }: Match, isTaken: (id: number) => boolean) => {
  if (isTaken(person.id)) return '该人员已对应通讯录中的另一人，请核对'
  if (by.every(it => it === 'email') && person.isEmailUnproven === 1)
    return '只有邮箱相同，而且邮箱由本人填写、未经核实，请先核对'
  return refusalFor(person)
}

const matchedRow = (
  member: DirectoryMember,
  { values, reason }: Incoming,
  matches: readonly Match[],
  isTaken: (id: number) => boolean,
) => {
  const [match] = matches
  const candidates = matches.map(it => asCandidate(it.person))
  const by = [...new Set(matches.flatMap(it => it.by))]
  if (!match || matches.length > 1)
    return draftOf(member, values, {
      kind: 'match',
      candidates,
      by,
      reason: '与多人相同，无法确定是哪一位，请先核对其资料',
    })
  const refusal = matchRefusal(match, isTaken) ?? reason
  if (refusal) return draftOf(member, values, { kind: 'match', candidates, by, reason: refusal })
  const { person } = match
  return draftOf(member, values, {
    kind: 'match',
    lawyerId: person.id,
    version: person.version,
    candidates,
    by,
    differences: differencesOf(storedValues(person), {}, values),
  })
}

const newRow = (
  member: DirectoryMember,
  { values: given, isMobileForeign, reason, office, officeReason }: Incoming,
) => {
  const values = { ...given, organizationId: office }
  const missing = values.name
    ? isMobileForeign
      ? '手机号不是中国内地的手机号，不能创建账号'
      : '通讯录没有给出手机号，不能创建账号'
    : '通讯录没有给出姓名，不能创建账号'
  const refusal = reason ?? officeReason ?? (values.name && values.mobile ? null : missing)
  return draftOf(member, values, { kind: refusal ? 'error' : 'new', reason: refusal })
}

/** Rows that would make or change two people into one: the directory has the number twice. */
const refuseRepeated = (rows: readonly Draft[]): Draft[] => {
  const counts = new Map<string, number>()
  const keysOf = ({ kind, values, lawyerId }: Draft) => [
    ...(kind === 'match' && lawyerId !== null ? [`person ${lawyerId}`] : []),
    ...(['mobile', 'employeeNo'] as const).flatMap(field =>
      values[field] ? [`${field} ${comparableValue(field, values[field])}`] : [],
    ),
  ]
  for (const row of rows) for (const key of keysOf(row)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return rows.map(row => {
    const repeated = keysOf(row).find(key => counts.get(key)! > 1)
    if (repeated === undefined || row.kind === 'error') return row
    const what = repeated.startsWith('mobile')
      ? '手机号'
      : repeated.startsWith('employeeNo')
        ? '工号'
        : '对应的人'
    const reason = `通讯录中有多人的${what}相同，请先在通讯录中核对`
    return { ...row, kind: 'error' as const, lawyerId: null, version: null, differences: [], reason }
  })
}

const orderOf = ({ kind }: Draft) => directoryKinds.indexOf(kind)

/** Compares everybody of the directory with the people of the firm. */
export const compareWithPeople = ({
  isWecom,
  directory,
  mapping,
  people,
  links,
}: Question): DirectoryComparison => {
  const byId = new Map(people.map(it => [it.id, it]))
  const linkOf = new Map(links.map(it => [it.externalId, it]))
  const present = new Set(directory.members.map(it => it.externalId))
  const linkedIds = new Set(links.flatMap(it => (present.has(it.externalId) ? [it.lawyerId] : [])))
  const findMatches = createMatching(people, isWecom)
  const agreed: DirectoryComparison['agreed'] = []
  const drafts: Draft[] = []
  let unchanged = 0
  for (const member of directory.members) {
    const incoming = incomingOf(member, directory.departments, mapping, isWecom)
    const link = linkOf.get(member.externalId)
    const person = link && byId.get(link.lawyerId)
    if (link && person) {
      const row = linkedRow(member, incoming, link, person)
      if (row) drafts.push(row)
      else unchanged += 1
      const given = givenAfter({
        current: storedValues(person),
        given: link.given,
        incoming: incoming.values,
        taken: [],
      })
      if (!sameValues(given, link.given)) agreed.push({ externalId: link.externalId, given })
      continue
    }
    const matches = findMatches(member)
    drafts.push(
      matches.length > 0
        ? matchedRow(member, incoming, matches, id => linkedIds.has(id))
        : newRow(member, incoming),
    )
  }
  const rows = refuseRepeated(drafts)
  const rejoined = new Set(rows.flatMap(it => (it.kind === 'match' ? it.candidates.map(({ id }) => id) : [])))
  const gone = links.flatMap(link => {
    const person = byId.get(link.lawyerId)
    const isGone = person && !present.has(link.externalId) && !rejoined.has(person.id)
    return isGone && !person.isDeleted && [0, 1, 3].includes(person.status) ? [{ link, person }] : []
  })
  const all = [...rows, ...gone.map(goneRow)].toSorted((a, b) => orderOf(a) - orderOf(b))
  return { rows: all.map((row, index) => ({ ...row, index })), unchanged, agreed, gone }
}

const goneRow = ({ link, person }: { link: Link; person: FirmPerson }): Draft => ({
  kind: 'gone',
  externalId: link.externalId,
  name: person.name,
  lawyerId: person.id,
  version: person.version,
  values: {},
  differences: [],
  by: [],
  candidates: [asCandidate(person)],
  reason: null,
})

const sameValues = (one: DirectoryValues, other: DirectoryValues) =>
  directoryFields.every((field: DirectoryField) => one[field] === other[field])
