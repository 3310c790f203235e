import type { AuthProvider } from 'ra-core'

import { resourceNamed } from '../resources/index.ts'
import { isAllowed, readAccess } from './access.ts'
import { additionOf } from './backend/additions.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import { forgetAllDrafts } from './drafts.ts'
import { CallError } from './envelope.ts'
import { neverSettles, send } from './request.ts'
import { endSession, expireSession, isEnding, readUser } from './session.ts'
import { login } from './signIn.ts'
import { hasUnsent, sendUnsent } from './unsent.ts'

const readUserOrThrow = () => {
  const user = readUser()
  if (!user) throw new Error('Nobody is signed in')
  return user
}

type Question = { resource: string; action: string; record?: Readonly<Record<string, unknown>> | undefined }

/** The session as react-admin sees it, so that any of its components on a page obeys the same rights. */
export const authProvider = {
  login,

  /**
   * Forgets everything and loads the sign-in page, whether or not the server hears of it. False, because another document
   * is loaded: react-admin must not navigate in this one.
   */
  logout: async () => {
    if (hasUnsent()) await sendUnsent()
    // A back-end that lacks the call has nothing to end.
    if (additionOf('session.logout')) send(bootstrapCalls.logout, {}, { isLast: true }).catch(() => {})
    forgetAllDrafts()
    endSession()
    return false as const
  },

  checkAuth: async () => void readUserOrThrow(),

  /**
   * 4003 ends the session (specification, section 8): the message and an empty cookie at once, the root after 2 s. Until
   * then neither data nor an error may show, so the answer never comes. 4004 and 4008 have been dealt with by `send`,
   * which lets the user sign in again where he is; every other error is told where it happened.
   */
  checkError: async (error: unknown) => {
    if (error instanceof CallError && error.code === '4003' && !error.isOfEarlierSession) expireSession()
    if (isEnding()) await neverSettles()
  },

  /** Ids alone repeat in the two populations. */
  getIdentity: async () => {
    const { userType, id, name } = readUserOrThrow()
    return { id: `${userType}-${id}`, fullName: name, userType }
  },

  /** The roles that routes ask for, and the rights of the matrix. */
  getPermissions: async () => ({
    roles: readUser()?.auth ?? [],
    capabilities: readAccess()?.user.capabilities ?? [],
  }),

  /** By name: one of react-admin's five, an action of the declaration, or one of its calls. */
  canAccess: async ({ resource: name, action, record }: Question) => {
    const [access, resource] = [readAccess(), resourceNamed(name)]
    return access !== null && resource !== undefined && isAllowed(access, resource, action, record)
  },
} satisfies AuthProvider
