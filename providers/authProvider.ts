import type { AuthProvider } from 'ra-core'

import type { Population } from '../resources/kit/role.ts'
import type { Self } from '../resources/session.ts'
import { forgetAllDrafts } from './drafts.ts'
import { early } from './early.ts'
import { CallError, nonStandard } from './envelope.ts'
import { send } from './request.ts'
import { endSession, readUser, startSession } from './session.ts'

const doors = {
  1: { shape: early.adminLogin, account: 'account' },
  2: { shape: early.lawyerLogin, account: 'mobile' },
} as const satisfies Record<Population, object>

export type Credentials = {
  userType: Population
  account: string
  password: string
  isRemembered: boolean
  /** The picture captcha, once the server asks for it. */
  captcha?: { codeId: string; code: string }
}

/** Signs one of the two populations in and starts the session. */
export const signIn = async (credentials: Credentials): Promise<Self> => {
  const { userType, account, password, isRemembered, captcha } = credentials
  const { shape, account: name } = doors[userType]
  const remember = isRemembered ? 1 : 0
  const data = await send(shape, { [name]: account, password, remember, ...captcha })
  const { token, userInfo } = (data ?? {}) as { token?: string; userInfo?: Self }
  if (!token || !userInfo) throw new CallError(nonStandard)
  startSession(token, userInfo, isRemembered)
  return userInfo
}

/** Tells the server, forgets everything and shows the sign-in page; a server that is away can't keep anybody in. */
export const signOut = () => {
  send(early.logout, {}, { isLast: true }).catch(() => {})
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
