import { toMobile } from '../kit/mobiles.ts'

/** Where a firm's directory (通讯录) comes from: three that are read, and one that writes by itself. */
export const directorySources = ['wecom', 'feishu', 'dingtalk', 'scim'] as const
export type DirectorySource = (typeof directorySources)[number]

/** Fields of a person that a directory may give. */
export const directoryFields = ['name', 'mobile', 'email', 'organizationId', 'team', 'employeeNo'] as const
export type DirectoryField = (typeof directoryFields)[number]

/** The labels of the fields; those of lawyers are the same (`tests/declarations/directory.test.ts`). */
export const directoryFieldLabels: Readonly<Record<DirectoryField, string>> = {
  name: '姓名',
  mobile: '手机号',
  email: '邮箱',
  organizationId: '所属律所',
  team: '部门/团队',
  employeeNo: '工号',
}

/** Values of a person by field, as text: an office is the digits of its id. A field that is left out is empty. */
export type DirectoryValues = Partial<Record<DirectoryField, string>>

/**
 * What becomes of a field: `same` leaves it, `change` may take the directory's value, and `kept` holds a value that
 * somebody corrected here until it is released.
 */
type FieldOutcome = 'same' | 'change' | 'kept'

/** The form in which values are compared; empty for a value that says nothing. */
export const comparableValue = (field: DirectoryField, value: string | null | undefined): string => {
  const text = (value ?? '').normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  if (field === 'mobile') return toMobile(text)
  return field === 'email' ? text.toLowerCase() : text
}

const outcomeOf = (current: string, given: string | undefined, incoming: string): FieldOutcome => {
  if (incoming === '' || incoming === current) return 'same'
  return given === undefined || given === '' || current === '' || current === given ? 'change' : 'kept'
}

/**
 * Compares the person as it is here with what the directory gives now and what it had given. Nothing empty ever overwrites
 * something. A value that was corrected here, which is one that differs from what the directory had given, is kept.
 */
export const mergeFromDirectory = ({
  current,
  given,
  incoming,
}: {
  current: DirectoryValues
  given: DirectoryValues
  incoming: DirectoryValues
}): Record<DirectoryField, FieldOutcome> => {
  const of = (field: DirectoryField) =>
    outcomeOf(
      comparableValue(field, current[field]),
      given[field] === undefined ? undefined : comparableValue(field, given[field]),
      comparableValue(field, incoming[field]),
    )
  return {
    name: of('name'),
    mobile: of('mobile'),
    email: of('email'),
    organizationId: of('organizationId'),
    team: of('team'),
    employeeNo: of('employeeNo'),
  }
}

/**
 * What the directory has given once the fields in `taken` are taken: these, and those on which both sides agree, which also
 * releases a correction. The others stay as they were.
 */
export const givenAfter = ({
  current,
  given,
  incoming,
  taken,
}: {
  current: DirectoryValues
  given: DirectoryValues
  incoming: DirectoryValues
  taken: readonly DirectoryField[]
}): DirectoryValues => {
  const next = { ...given }
  for (const field of directoryFields) {
    const value = comparableValue(field, incoming[field])
    if (value === '') continue
    if (taken.includes(field) || value === comparableValue(field, current[field]))
      next[field] = incoming[field]!
  }
  return next
}

/** What a comparison found about a person of the directory, or about one here whom it has no more. */
export const directoryKinds = ['new', 'change', 'kept', 'match', 'gone', 'error'] as const
export type DirectoryKind = (typeof directoryKinds)[number]

/** What a person of the directory and one here have in common; a name alone is nothing. */
export const directoryKeys = ['mobile', 'email', 'employeeNo', 'account'] as const
export type DirectoryKey = (typeof directoryKeys)[number]

/** A field in which the directory and the person differ. Values are as they are stored. */
export type DirectoryDifference = {
  field: DirectoryField
  before: string
  after: string
  /** Whether somebody corrected the value here, so that it is only changed where that is chosen. */
  isKept: 0 | 1
}

/** One row of a comparison. */
export type DirectoryRow = {
  /** The number of the row, by which it is chosen. */
  index: number
  kind: DirectoryKind
  externalId: string
  name: string
  lawyerId: number | null
  /** The version of the person that was compared. */
  version: number | null
  /** The values in the directory of the fields that the firm takes from it. */
  values: DirectoryValues
  differences: DirectoryDifference[]
  /** By what the person here was found. */
  by: DirectoryKey[]
  /** The people here of whom it may be one; only one of them can be taken. */
  candidates: { id: number; name: string }[]
  /** Why nothing can be applied; a Chinese sentence. */
  reason: string | null
}

/** An account of the directory as which it knows a person. */
export type DirectoryAccount = { externalId: string; given: DirectoryValues; goneAt: string | null }

/** What became of a chosen row. */
export type DirectoryRowResult = {
  ok: 0 | 1
  lawyerId?: number
  reason?: string
  /** The fields that were changed, with the values before and after, by which they go back. */
  changed?: DirectoryDifference[]
  /** What the directory had given before; null where the person was not linked with this account of the directory. */
  givenBefore?: DirectoryValues | null
  /** The other account with which the person was linked before. */
  earlier?: DirectoryAccount
  /** 1 once it was undone. */
  undone?: 1
}

/** Whether a row can be chosen. */
export const isApplicable = ({ kind, lawyerId }: Pick<DirectoryRow, 'kind' | 'lawyerId'>) =>
  kind === 'new' || ((kind === 'change' || kind === 'kept' || kind === 'match') && lawyerId !== null)
