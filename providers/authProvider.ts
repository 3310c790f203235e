import type { AuthProvider } from 'ra-core'

import type { Population } from '../resources/kit/role.ts'
import { forgetAllDrafts } from './drafts.ts'
import { CallError, nonStandard } from './envelope.ts'
import { send, type Shape } from './request.ts'
import { endSession, readUser, startSession, type UserInfo } from './session.ts'

// This module is part of the sign-in page: no schemas, no react-admin; the paths repeat resources/session.ts.
const doors: Record<Population, Shape & { account: 'account' | 'mobile' }> = {
  1: { method: 'POST', path: '/auth/firmAccessUserLogin', encoding: 'form', account: 'account' },
  2: { method: 'POST', path: '/auth/lawyerLogin', encoding: 'json', account: 'mobile' },
}
const logoutCall: Shape = { method: 'POST', path: '/auth/logout', encoding: 'json' }

export type Credentials = {
  userType: Population
  account: string
  password: string
  isRemembered: boolean
  /** The picture captcha, once the server asks for it. */
  captcha?: { codeId: string; code: string }
}

/** The login answer (domain.md, section 5), as far as the browser stores it; the rest is for the application. */
export type Signed = { user: UserInfo; self: unknown; mustChangePwd: boolean }

const signedFrom = (data: unknown, isRemembered: boolean): Signed => {
  const { token, userInfo } = (data ?? {}) as {
    token?: string
    userInfo?: UserInfo & { mustChangePwd?: boolean }
  }
  if (!token || !userInfo) throw new CallError(nonStandard)
  startSession(token, userInfo, isRemembered)
  return { user: userInfo, self: userInfo, mustChangePwd: userInfo.mustChangePwd ?? false }
}

/** Signs one of the two populations in. */
export const signIn = async ({ userType, account, password, isRemembered, captcha }: Credentials) => {
  const { account: name, ...shape } = doors[userType]
  const data = await send(shape, { [name]: account, password, remember: isRemembered ? 1 : 0, ...captcha })
  return signedFrom(data, isRemembered)
}

/** Tells the server, forgets everything and shows the sign-in page; a server that is away can't keep anybody in. */
export const signOut = () => {
  void send(logoutCall, {}, { isLast: true }).catch(() => {})
  forgetAllDrafts()
  endSession()
}

/** react-admin's view of the session. 4003 never gets here (request.ts); rights are asked of access.ts. */
export const authProvider: AuthProvider = {
  login: signIn,
  logout: async () => signOut(),
  checkAuth: async () => {
    if (!readUser()) throw new Error('signed out')
  },
  checkError: async () => {},
  getIdentity: async () => {
    const user = readUser()
    return { id: user?.id ?? 0, fullName: user?.name ?? '' }
  },
  getPermissions: async () => readUser()?.auth ?? [],
}
