import type { Population } from '../resources/domain/role.ts'
import { isPlainObject } from '../resources/kit/objects.ts'
import { asSwitch } from '../resources/kit/reading.ts'
import { identityOf, tokenOf, userIn } from './backend/identity.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import { CallError, nonStandardFailure } from './envelope.ts'
import { send, type CallShape } from './request.ts'
import { clearToken, homeOf, startSession, type UserInfo, writeToken } from './session.ts'

// Part of the sign-in page: neither react-admin nor the declarations may be imported here.

const logins = {
  1: { shape: bootstrapCalls.adminLogin, account: 'account' },
  2: { shape: bootstrapCalls.lawyerLogin, account: 'mobile' },
} as const satisfies Record<Population, object>

/** The values that the user entered to sign in. */
export type Credentials = {
  userType: Population
  account: string
  isRemembered: boolean
  /** Either the password or, for a lawyer, the SMS code. */
  password?: string
  sms?: { smsId: string; smsCode: string }
  /** The answer to a picture captcha, if the server asks for it. */
  captcha?: { codeId: string; code: string }
}

/** The account that signs in, and whether its session lasts for seven days. */
export type SignInAccount = Pick<Credentials, 'userType' | 'account' | 'isRemembered'>

/** The signed-in user. `self` is everything that the server answered about him. */
export type SignInResult = { user: UserInfo; self: unknown; mustChangePwd: boolean }

/** Some back-ends name the user only in a separate call, which needs the new token. */
const fetchCurrentUser = async (token: string, isRemembered: boolean) => {
  writeToken(token, isRemembered)
  try {
    return await send(bootstrapCalls.currentUser)
  } catch (error) {
    clearToken()
    throw error
  }
}

/** Sends one of the sign-in calls and starts the session; rejects with a `CallError`. */
export const signInBy = async (
  shape: CallShape,
  input: Readonly<Record<string, unknown>>,
  { userType, account, isRemembered }: SignInAccount,
): Promise<SignInResult> => {
  const answer = await send(shape, input)
  const token = tokenOf(answer)
  if (!token) throw new CallError(nonStandardFailure)
  const userInfo = userIn(answer)
  const self = identityOf(userInfo, userType) ? userInfo : await fetchCurrentUser(token, isRemembered)
  const unnamed: UserInfo = { id: 0, userType, name: account, auth: [userType === 1 ? 'admin' : 'lawyer'] }
  const user = identityOf(self, userType) ?? unnamed
  startSession(token, user, isRemembered)
  return { user, self, mustChangePwd: isPlainObject(self) && asSwitch(self['mustChangePwd']) === 1 }
}

/**
 * `authProvider.login`: signs a user of either population in and starts the session. The sign-in page imports it from
 * here, because react-admin's `useLogin` needs React Query, react-admin and the declarations, none of which that page
 * loads.
 */
export const login = async (credentials: Credentials) => {
  const { userType, account, password, sms, isRemembered, captcha } = credentials
  const { shape, account: name } = logins[userType]
  const remember = isRemembered ? 1 : 0
  const signed = await signInBy(
    shape,
    { [name]: account, password, ...sms, remember, ...captcha },
    credentials,
  )
  return { ...signed, redirectTo: homeOf(signed.user) }
}
