import { z } from 'zod'

import {
  deleteCall,
  emptyAnswer,
  emptyInput,
  flag,
  getCall,
  id,
  postCall,
  putCall,
  text,
  version,
} from '../kit/index.ts'
import { accountPage, factorSetupOptions } from './accountCalls.ts'
import { openDuringSetup } from './accountSetup.ts'
import { existingPassword, remember, secret } from './credentials.ts'

// Passkeys (WebAuthn): those of the caller, and signing in with one instead of a password. Options and credentials are
// in the JSON format of the browsers (`PublicKeyCredential.toJSON`).

const webAuthn = z.record(z.string(), z.unknown())
const options = () => z.object({ options: secret(webAuthn.clone()) })
const changeOptions = { isAddition: true, ...accountPage } as const
const signInOptions = { isAddition: true, isOpenWhenDiskIsLow: true } as const

const { schema: name } = text('名称', { max: 30 })
/** The population that is chosen on the sign-in page; a passkey of the other one is refused. */
const userType = z.literal([1, 2])

/** The caller's passkeys. */
export const ownPasskeyCalls = {
  /** `isHere` is 0 for a passkey of another host name, where this page cannot use it. */
  passkeys: getCall(
    '/auth/passkey',
    'self',
    () => emptyInput,
    () =>
      z.array(
        z.object({
          id,
          name: z.string(),
          createdAt: z.string(),
          lastUsedAt: z.string().nullable(),
          isHere: flag,
          version,
        }),
      ),
    { ...factorSetupOptions, openBeforeSetup: openDuringSetup.passkeys },
  ),
  /** Begins to add a passkey; the answer is for `navigator.credentials.create`. */
  beginPasskey: putCall(
    '/auth/passkey/new',
    'self',
    () => z.strictObject({ password: existingPassword }),
    options,
    { ...factorSetupOptions, openBeforeSetup: openDuringSetup.beginPasskey },
  ),
  addPasskey: postCall(
    '/auth/passkey',
    'self',
    () => z.strictObject({ name, credential: webAuthn }),
    () => z.object({ id }),
    { ...factorSetupOptions, openBeforeSetup: openDuringSetup.addPasskey },
  ),
  renamePasskey: putCall(
    '/auth/passkey',
    'self',
    () => z.strictObject({ id, name, version }),
    () => emptyAnswer,
    changeOptions,
  ),
  removePasskey: deleteCall(
    '/auth/passkey',
    'self',
    () => z.strictObject({ id, password: existingPassword }),
    () => emptyAnswer,
    changeOptions,
  ),
}

/** Signing in by passkey, answered like the other ways of signing in. */
export const passkeySignInCalls = <S extends z.ZodType>(signInAnswer: S) => ({
  /** Begins to sign in; the answer is for `navigator.credentials.get`. */
  passkeyChallenge: postCall(
    '/auth/passkey/challenge',
    'public',
    () => z.strictObject({ userType }),
    options,
    signInOptions,
  ),
  loginByPasskey: postCall(
    '/auth/passkey/login',
    'public',
    () => z.strictObject({ userType, credential: webAuthn, remember }),
    () => signInAnswer,
    signInOptions,
  ),
})
