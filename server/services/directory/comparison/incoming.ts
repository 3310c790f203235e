import type { z } from 'zod'

import {
  comparableValue,
  type DirectoryField,
  directoryFieldLabels,
  type DirectoryValues,
} from '../../../../resources/domain/directory.ts'
import { firstCharacters } from '../../../../resources/kit/index.ts'
import { lawyerFields } from '../../../../resources/lawyers/fields.ts'
import type { DirectoryDepartment, DirectoryMember } from '../../../context/services.ts'

/** 通讯录同步 of the firm as far as it decides what is taken from the directory. */
export type DirectoryMapping = {
  fields: readonly DirectoryField[]
  /** The office of a department by its id; it applies to the departments below it too. */
  offices: ReadonlyMap<string, number>
  defaultOffice: number
  /** Names of the offices that are open, by id. */
  openOffices: ReadonlyMap<number, string>
}
type Departments = ReadonlyMap<string, DirectoryDepartment>

/** Departments from the person's own to the uppermost one. A circle, which no directory should have, ends it. */
const chainOf = (departments: Departments, id: string | null) => {
  const chain: string[] = []
  for (let next = id; next !== null && !chain.includes(next); next = departments.get(next)?.parentId ?? null)
    chain.push(next)
  return chain
}

/** The name of the person's department, unless it stands for an office or for the whole firm. */
const teamOf = (
  departments: Departments,
  { offices }: DirectoryMapping,
  id: string | null,
  isWecom: boolean,
) => {
  const department = id === null ? undefined : departments.get(id)
  if (!department || id === null || offices.has(id)) return ''
  // In 企业微信, the corporation is a department without another one above it.
  if (isWecom && id === '1') return ''
  return firstCharacters(department.name.trim(), lawyerFields.team.max)
}

const schemas: Partial<Record<DirectoryField, z.ZodType>> = {
  name: lawyerFields.name.schema,
  email: lawyerFields.email.schema,
  team: lawyerFields.team.schema,
  employeeNo: lawyerFields.employeeNo.schema,
}

/** A value as it is stored; an error where it is none of the field. */
const checked = (field: DirectoryField, given: string): { value: string } | { error: string } => {
  const schema = schemas[field]
  const trimmed = given.trim()
  if (!schema || trimmed === '') return { value: trimmed }
  const { success, data, error } = schema.safeParse(trimmed)
  if (success) return { value: typeof data === 'string' ? data : '' }
  const label = directoryFieldLabels[field]
  const text = error.issues[0]?.message ?? ''
  return { error: `${label}：${text}` }
}

export type Incoming = {
  values: DirectoryValues
  isMobileForeign: boolean
  /** A value that nothing can be made of. */
  reason: string | null
  /** The office of a new person, also where the firm does not take offices from the directory. */
  office: string
  /** Why the office cannot be given. */
  officeReason: string | null
}

/** What a member of the directory would have here, by the fields that the firm takes; without what is empty. */
export const incomingOf = (
  member: DirectoryMember,
  departments: Departments,
  mapping: DirectoryMapping,
  isWecom: boolean,
): Incoming => {
  const chain = chainOf(departments, member.departmentId)
  const office = chain.flatMap(id => mapping.offices.get(id) ?? [])[0] ?? mapping.defaultOffice
  const mobile = comparableValue('mobile', member.mobile)
  const isMobile = lawyerFields.mobile.schema.safeParse(mobile).success
  const texts: Record<DirectoryField, string> = {
    name: member.name,
    mobile: isMobile ? mobile : '',
    email: member.email,
    organizationId: String(office),
    team: teamOf(departments, mapping, member.departmentId, isWecom),
    employeeNo: member.employeeNo,
  }
  const values: DirectoryValues = {}
  let reason: string | null = null
  for (const field of mapping.fields) {
    const result = checked(field, texts[field])
    if ('error' in result) reason ??= result.error
    else if (result.value !== '') values[field] = result.value
  }
  const isOpen = mapping.openOffices.has(office)
  const officeReason = isOpen ? null : '部门对应的律所已停用或关闭，请在系统配置中修改'
  const isOffered = mapping.fields.includes('organizationId')
  return {
    values,
    isMobileForeign: mobile !== '' && !isMobile,
    reason: reason ?? (isOffered ? officeReason : null),
    office: String(office),
    officeReason,
  }
}
