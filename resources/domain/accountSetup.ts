import type { Call, OpenDuringSetup } from '../kit/index.ts'

const always = (reason: string): OpenDuringSetup => ({ step: 'password', reason })
const onceChanged = (reason: string): OpenDuringSetup => ({ step: 'factor', reason })

/**
 * The calls of the resource `session` that an account may make before it is secured, by name. Whoever has read an
 * initial password may make those of `always`, so none of them may add a way of signing in. Those of `onceChanged`
 * are open as soon as the password is the owner's.
 */
export const openDuringSetup = {
  self: always('The client shows whose account it is, and which step is missing.'),
  password: always('It replaces the initial password.'),
  logout: always('Everybody may leave.'),
  notice: always('A firm may demand consent before a person uses the product at all.'),
  consent: always('It confirms the notice; the consent is asked again where the notice changes.'),
  factor: onceChanged('The page shows whether an authenticator app is set up.'),
  beginFactor: onceChanged('It begins to set up the demanded factor.'),
  confirmFactor: onceChanged('It completes the demanded factor.'),
  passkeys: onceChanged('The page lists the passkeys, of which one satisfies the demand.'),
  beginPasskey: onceChanged('It begins to add a passkey, which satisfies the demand.'),
  addPasskey: onceChanged('It completes the passkey.'),
} as const

/** What the account still lacks, on the server or in the client. */
type Setup = { mustChangePwd: boolean | 0 | 1; mustSetFactor?: boolean | 0 | 1 | undefined }

/** Whether the account must still replace an initial password or set up a second factor. */
export const mustSecureAccountFirst = ({ mustChangePwd, mustSetFactor }: Setup): boolean =>
  Boolean(mustChangePwd || mustSetFactor)

/** Whether an account in this state may make the call. */
export const isOpenFor = ({ openBeforeSetup }: Pick<Call, 'openBeforeSetup'>, account: Setup): boolean =>
  !mustSecureAccountFirst(account) ||
  (openBeforeSetup !== undefined && (openBeforeSetup.step === 'password' || !account.mustChangePwd))
