import { comparableValue, type DirectoryKey, directoryKeys } from '../../../../resources/domain/directory.ts'
import type { DirectoryMember } from '../../../context/services.ts'
import type { DirectoryColumns } from '../directoryColumns.ts'

/** A person of the firm, of any state, also in the recycle bin. */
export type FirmPerson = DirectoryColumns & {
  /** 1 where the person wrote the address without proving to own it. */
  isEmailUnproven: 0 | 1
  isDeleted: boolean
}

export type Match = { person: FirmPerson; by: DirectoryKey[] }

/** The people of the firm by what tells them apart. */
const indexOf = (people: readonly FirmPerson[]) => {
  const index = new Map<string, FirmPerson[]>()
  const add = (key: string, value: string | null, person: FirmPerson) => {
    const text = (value ?? '').trim().toLowerCase()
    if (text === '') return
    const name = `${key} ${text}`
    const known = index.get(name)
    if (known) known.push(person)
    else index.set(name, [person])
  }
  for (const person of people) {
    add('mobile', comparableValue('mobile', person.mobile), person)
    add('email', person.email, person)
    add('employeeNo', person.employeeNo, person)
  }
  return index
}

/**
 * Finds people of the firm who have something in common with a member of the directory: mobile, mail, number of the employee,
 * and in 企业微信 the account, which many firms make of that number. A name is nothing that two people have in common.
 */
export const createMatching = (people: readonly FirmPerson[], isWecom: boolean) => {
  const index = indexOf(people)
  return (member: DirectoryMember): Match[] => {
    const wanted: Record<DirectoryKey, string> = {
      mobile: `mobile ${comparableValue('mobile', member.mobile)}`,
      email: `email ${comparableValue('email', member.email)}`,
      employeeNo: `employeeNo ${member.employeeNo.trim().toLowerCase()}`,
      account: isWecom ? `employeeNo ${member.externalId.toLowerCase()}` : '',
    }
    const matches = new Map<number, Match>()
    for (const key of directoryKeys)
      for (const person of index.get(wanted[key]) ?? []) {
        const match = matches.get(person.id)
        if (match) match.by.push(key)
        else matches.set(person.id, { person, by: [key] })
      }
    return [...matches.values()]
  }
}
