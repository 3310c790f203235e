import type { AuthProvider } from 'ra-core'

import { servedCall } from './call.ts'
import type { AnyResource } from '../resources/kit/index.ts'
import { isAllowed, readAccess } from './access.ts'
import { forgetAllDrafts } from './drafts.ts'
import { CallError } from './envelope.ts'
import { neverSettles } from './request.ts'
import { endSession, expireSession, identityKeyOf, isEnding, readUser } from './session.ts'
import { login } from './signIn.ts'
import { hasUnsent, sendUnsent } from './unsent.ts'

/** The user in react-admin's format. The id contains the population, because both populations count from 1. */
export const currentIdentity = () => {
  const user = readUser()
  return user && { id: identityKeyOf(user), fullName: user.name, userType: user.userType }
}

/** The roles and capabilities of the user. */
export const currentPermissions = () => ({
  roles: readUser()?.auth ?? [],
  capabilities: readAccess()?.user.capabilities ?? [],
})

type Question = { resource: string; action: string; record?: Readonly<Record<string, unknown>> | undefined }

/**
 * Creates react-admin's authProvider, which handles every sign-in, sign-out, identity and access check of the
 * application.
 */
export const createAuthProvider = (resourceNamed: (name: string) => AnyResource | undefined) =>
  ({
    login,

    /**
     * Signs out: forgets all data and loads the sign-in page, whether or not the server answers. Returns false
     * because another document is loaded, so that react-admin must not navigate in this one.
     */
    logout: async () => {
      if (hasUnsent()) await sendUnsent()
      // A back-end without this call has no session to end.
      servedCall('session.logout')?.({}, { isLast: true }).catch(() => {})
      forgetAllDrafts()
      endSession()
      return false as const
    },

    /**
     * A missing cookie, for example after seven days, ends the session as code 4003 does. The promise never rejects,
     * because react-admin would then sign out and delete the drafts.
     */
    checkAuth: async () => {
      if (readUser()) return
      expireSession()
      await neverSettles()
    },

    /**
     * Code 4003 ends the session (specification, section 8): the message appears and the cookie is deleted at once,
     * and the root page follows after 2 s. The promise stays pending so that neither data nor an error appears
     * meanwhile. `send` has already handled 4004 and 4008 by letting the user sign in again in place. Every other
     * error is shown where it happened.
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

    /** The action is one of react-admin's five, the path of a page, a declared action, or the name of a call. */
    canAccess: async ({ resource: name, action, record }: Question) => {
      const [access, resource] = [readAccess(), resourceNamed(name)]
      return access !== null && resource !== undefined && isAllowed(access, resource, action, record)
    },
  }) satisfies AuthProvider
