import type { z } from 'zod'

import type { session } from '../../../resources/session.ts'
import { ApiError } from '../../context/apiError.ts'
import type { PublicContext } from '../../context/context.ts'
import { findPersonById } from '../../services/directory/people.ts'
import { passkeyNamed, recordPasskeyUse } from '../../services/identity/passkeys.ts'
import { requireFirm, signIn } from '../../services/identity/signIn.ts'
import {
  beginPasskeyLogin,
  readSignedCredential,
  verifyPasskeyLogin,
} from '../../services/identity/webAuthn.ts'
import { limitRate, networkOf } from '../../services/limits/counters.ts'
import { inLookUpQueue, resetFailures, throttleCode } from '../../services/limits/loginThrottle.ts'

type Input<K extends keyof typeof session.calls> = z.output<(typeof session.calls)[K]['input']>

const challengeLimit = { most: 60, windowMs: 60_000 }

export const passkeyChallenge = async ({ userType }: Input<'passkeyChallenge'>, context: PublicContext) => {
  const { database, ip, now } = context
  await limitRate(database, `passkey:${networkOf(ip)}`, challengeLimit, now)
  return { options: { ...(await beginPasskeyLogin(context, userType)) } }
}

const refusal = () => new ApiError('4001', '通行密钥验证未通过，请确认选择的是管理员还是律师，或改用密码登录')

/** The passkey and its owner, if there are any of this population. */
const findSignInPasskey = (context: PublicContext, userType: 1 | 2, credentialId: string) =>
  inLookUpQueue(context, async () => {
    await requireFirm(context)
    const { database, firmId } = context
    return database.read(firmId, async db => {
      const passkey = await passkeyNamed(db, firmId, credentialId)
      if (passkey?.population !== userType) return { passkey, person: null }
      return {
        passkey,
        person: await findPersonById(db, { firmId, population: userType, id: passkey.userId }),
      }
    })
  })

/** Signs in without a password; the user verification of the passkey is the second factor. */
export const loginByPasskey = async (
  { userType, credential, remember }: Input<'loginByPasskey'>,
  context: PublicContext,
) => {
  const response = readSignedCredential(credential)
  const { passkey, person } = await findSignInPasskey(context, userType, response.id)
  return throttleCode(context, {
    population: userType,
    name: person?.account ?? '通行密钥',
    person,
    refusal: refusal(),
    prove: async () => {
      const newCount = await verifyPasskeyLogin(context, userType, passkey, response)
      if (newCount === null || !passkey || !person) return null
      const answer = await signIn(context, {
        person,
        proof: 'passkey',
        isRemembered: remember === 1,
        consumeFactor: async db =>
          (await recordPasskeyUse(db, passkey, newCount, context.now)) ? { by: 'passkey' } : null,
      })
      if (answer) await resetFailures(context, person)
      return answer
    },
  })
}
