import type { Population, Role } from '../../resources/domain/role.ts'
import { isPlainObject } from '../../resources/kit/objects.ts'
import { asList, asNumber, asRecord, asSwitch, asText } from '../../resources/kit/reading.ts'
import type { UserInfo } from '../session.ts'

// Part of the sign-in page: neither schemas nor the matrix of rights may be imported here.

const knownRoles: readonly Role[] = ['admin', 'mainAdmin', 'system', 'lawyer']

/**
 * The roles that an answer names, otherwise those that follow from user type and level (specification, section 6).
 */
const rolesOf = (user: Readonly<Record<string, unknown>>, population: Population): Role[] => {
  if (population === 2) return ['lawyer']
  const named = asList(user['auth'])
  const roles = knownRoles.filter(it => it !== 'lawyer' && Array.isArray(named) && named.includes(it))
  if (roles.length > 0) return [...new Set<Role>(['admin', ...roles])]
  if (asSwitch(user['isSystem']) === 1) return ['admin', 'system']
  return asNumber(user['officeLevel']) === 1 ? ['admin', 'mainAdmin'] : ['admin']
}

const textAmong = (user: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  names.map(it => asText(user[it])).find(it => typeof it === 'string' && it !== '')

/**
 * Reads who is signed in from an answer; null if it names nobody. `population` is the one with which the user signed
 * in.
 */
export const identityOf = (answer: unknown, population?: Population): UserInfo | null => {
  const user = asRecord(answer)
  if (!isPlainObject(user)) return null
  const statedType = asNumber(user['userType'])
  const userType = statedType === 1 || statedType === 2 ? statedType : (population ?? 1)
  const id = [user['id'], user['userId']].map(asNumber).find(Number.isInteger)
  const name = textAmong(user, ['name', 'userName', 'account', 'mobile'])
  if (id === undefined && name === undefined) return null
  return {
    id: typeof id === 'number' ? id : 0,
    userType,
    name: typeof name === 'string' ? name : '',
    auth: rolesOf(user, userType),
  }
}

/** The token of a sign-in's answer: `token`, `accessToken`, or the answer itself. */
export const tokenOf = (answer: unknown): string | undefined => {
  const token = isPlainObject(answer) ? (answer['token'] ?? answer['accessToken']) : answer
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** The user info of a sign-in's answer. */
export const userIn = (answer: unknown): unknown => (isPlainObject(answer) ? answer['userInfo'] : undefined)
