import type { AuthProvider } from 'ra-core'

import type { AnyResource } from '../resources/kit/index.ts'
import { isAllowed, readAccess } from './access.ts'
import { additionOf } from './backend/additions.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import { forgetAllDrafts } from './drafts.ts'
import { CallError } from './envelope.ts'
import { neverSettles, send } from './request.ts'
import { endSession, expireSession, identityKeyOf, isEnding, readUser } from './session.ts'
import { login } from './signIn.ts'
import { hasUnsent, sendUnsent } from './unsent.ts'

/** The user as react-admin knows him; the id names the population too, because both count from 1. */
export const currentIdentity = () => {
  const user = readUser()
  return user && { id: identityKeyOf(user), fullName: user.name, userType: user.userType }
}

/** The roles that routes ask for, and the rights of the matrix. */
export const currentPermissions = () => ({
  roles: readUser()?.auth ?? [],
  capabilities: readAccess()?.user.capabilities ?? [],
})

type Question = { resource: string; action: string; record?: Readonly<Record<string, unknown>> | undefined }

/** The session as react-admin sees it: every sign-in, sign-out, identity and right of the application is asked here. */
export const createAuthProvider = (resourceNamed: (name: string) => AnyResource | undefined) =>
  ({
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

    /** A missing cookie, as after seven days, ends the session as 4003 does. A rejection would make react-admin sign out, which drops the drafts. */
    checkAuth: async () => {
      if (readUser()) return
      expireSession()
      await neverSettles()
    },

    /**
     * 4003 ends the session (specification, section 8): the message and an empty cookie at once, the root after 2 s. Until
     * then neither data nor an error may show, so the answer never comes. 4004 and 4008 have been dealt with by `send`,
     * which lets the user sign in again where he is; every other error is told where it happened.
     */
    checkError: async (error: unknown) => {
      if (error instanceof CallError && error.code === '4003' && !error.isOfEarlierSession) expireSession()
      if (isEnding()) await neverSettles()
    },

    getIdentity: async () => {
      const identity = currentIdentity()
      if (!identity) throw new Error('Nobody is signed in')
      return identity
    },

    getPermissions: async () => currentPermissions(),

    /** By name: one of react-admin's five, the path of a screen, an action of the declaration, or one of its calls. */
    canAccess: async ({ resource: name, action, record }: Question) => {
      const [access, resource] = [readAccess(), resourceNamed(name)]
      return access !== null && resource !== undefined && isAllowed(access, resource, action, record)
    },
  }) satisfies AuthProvider
