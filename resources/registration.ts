import { z } from 'zod'

import { applicationFields } from './domain/applicant.ts'
import { mobileNumber, smsCode, handle, picture, smsSent, secret } from './domain/credentials.ts'
import { get, inputOf, password, post, recordOf } from './kit/index.ts'

const contact = z.object({
  name: z.string(),
  officeName: z.string(),
  mobileMasked: z.string(),
  phone: z.string(),
})

/** What was written, as far as it may be read again: a pass code is used up. */
const application = recordOf(applicationFields).omit({ inviteCode: true })

const registrationCalls = {
  getAdminInfo: post(
    '/cardSelf/getAdminInfo',
    'public',
    () => z.strictObject({ mobile: mobileNumber.optional(), ...picture }),
    () => z.array(contact),
    { encoding: 'form' },
  ),
  getCardCode: post(
    '/cardSelf/getCardCode',
    'public',
    () => z.strictObject({ mobile: mobileNumber, ...picture }),
    () => smsSent,
    {
      encoding: 'form',
    },
  ),
  checkSmsCode: post(
    '/cardSelf/checkSmsCode',
    'public',
    () => z.strictObject({ mobile: mobileNumber, smsId: handle, smsCode }),
    () => z.object({ ticket: secret(z.string()), expireIn: z.int() }),
  ),
  checkMobile: get(
    '/lawyer/checkMobile',
    'public',
    () => z.strictObject({ mobile: mobileNumber, ticket: handle.optional(), ...picture }),
    () =>
      z.object({
        available: z.boolean(),
        /** Told to the holder of the ticket, as is all that follows. */
        status: z.int().optional(),
        /** Of a registration that was refused: why, and what was written, to be corrected. */
        reason: z.string().nullish(),
        application: application.optional(),
      }),
  ),
  register: post(
    '/lawyer/register',
    'public',
    () =>
      inputOf(applicationFields).extend({
        ticket: handle,
        mobile: mobileNumber,
        password: password('密码').schema,
        consentVersion: z.string().min(1, '请阅读并同意用户协议').max(20),
      }),
    () => z.object({ id: z.int(), status: z.literal([0, 1]) }),
  ),
}

/** From a mobile number to an account that waits for approval. */
export const registration = { name: 'registration', calls: registrationCalls }
