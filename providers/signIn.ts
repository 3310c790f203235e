import type { Population } from '../resources/domain/role.ts'
import { isPlain } from '../resources/kit/objects.ts'
import { asSwitch } from '../resources/kit/reading.ts'
import { identityOf, tokenOf, userIn } from './backend/identity.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import { CallError, nonStandard } from './envelope.ts'
import { send, type Shape } from './request.ts'
import { clearToken, homeOf, startSession, type UserInfo, writeToken } from './session.ts'

// Part of the sign-in page: neither react-admin nor the declarations may be imported here.

const logins = {
  1: { shape: bootstrapCalls.adminLogin, account: 'account' },
  2: { shape: bootstrapCalls.lawyerLogin, account: 'mobile' },
} as const satisfies Record<Population, object>

/** What somebody typed in order to sign in. */
export type Credentials = {
  userType: Population
  account: string
  isRemembered: boolean
  /** Either the password or, for a lawyer, the code by SMS. */
  password?: string
  sms?: { smsId: string; smsCode: string }
  /** The picture captcha, once the server asks for it. */
  captcha?: { codeId: string; code: string }
}

/** Whose session begins, and whether it lasts for seven days. */
export type Entering = Pick<Credentials, 'userType' | 'account' | 'isRemembered'>

/** Who has signed in, and all that was answered of him. */
export type SignedIn = { user: UserInfo; self: unknown; mustChangePwd: boolean }

/** Some back-ends say only later who it was: asked with the new token. */
const askWho = async (token: string, isRemembered: boolean) => {
  writeToken(token, isRemembered)
  try {
    return await send(bootstrapCalls.currentUser)
  } catch (error) {
    clearToken()
    throw error
  }
}

/** Sends one of the calls that sign somebody in, and starts the session that it answers. */
export const enterBy = async (
  shape: Shape,
  input: Readonly<Record<string, unknown>>,
  { userType, account, isRemembered }: Entering,
): Promise<SignedIn> => {
  const answer = await send(shape, input)
  const token = tokenOf(answer)
  if (!token) throw new CallError(nonStandard)
  const told = userIn(answer)
  const self = identityOf(told, userType) ? told : await askWho(token, isRemembered)
  const unnamed: UserInfo = { id: 0, userType, name: account, auth: [userType === 1 ? 'admin' : 'lawyer'] }
  const user = identityOf(self, userType) ?? unnamed
  startSession(token, user, isRemembered)
  return { user, self, mustChangePwd: isPlain(self) && asSwitch(self['mustChangePwd']) === 1 }
}

/**
 * `authProvider.login`: signs one of the two populations in and starts the session. The sign-in page takes it from here,
 * because react-admin's `useLogin` needs React Query, react-admin and the declarations, none of which that page loads.
 */
export const login = async (credentials: Credentials) => {
  const { userType, account, password, sms, isRemembered, captcha } = credentials
  const { shape, account: name } = logins[userType]
  const remember = isRemembered ? 1 : 0
  const signed = await enterBy(
    shape,
    { [name]: account, password, ...sms, remember, ...captcha },
    credentials,
  )
  return { ...signed, redirectTo: homeOf(signed.user) }
}
