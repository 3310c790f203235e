import { z } from 'zod'

import { applicationFields } from './domain/applicant.ts'
import {
  mobileNumber,
  smsCode,
  opaqueToken,
  captchaFields,
  smsCodeAnswer,
  secret,
} from './domain/credentials.ts'
import { getCall, inputSchema, password, postCall, recordSchema } from './kit/index.ts'

const contact = z.object({
  name: z.string(),
  officeName: z.string(),
  mobileMasked: z.string(),
  phone: z.string(),
})

/** The values of an earlier application. The registration code is omitted because it is used up. */
const application = recordSchema(applicationFields).omit({ inviteCode: true })

const registrationCalls = {
  getAdminInfo: postCall(
    '/cardSelf/getAdminInfo',
    'public',
    () => z.strictObject({ mobile: mobileNumber.optional(), ...captchaFields }),
    () => z.array(contact),
    { encoding: 'form' },
  ),
  getCardCode: postCall(
    '/cardSelf/getCardCode',
    'public',
    () => z.strictObject({ mobile: mobileNumber, ...captchaFields }),
    () => smsCodeAnswer,
    {
      encoding: 'form',
    },
  ),
  checkSmsCode: postCall(
    '/cardSelf/checkSmsCode',
    'public',
    () => z.strictObject({ mobile: mobileNumber, smsId: opaqueToken, smsCode }),
    () => z.object({ ticket: secret(z.string()), expireIn: z.int() }),
  ),
  checkMobile: getCall(
    '/lawyer/checkMobile',
    'public',
    () => z.strictObject({ mobile: mobileNumber, ticket: opaqueToken.optional(), ...captchaFields }),
    () =>
      z.object({
        available: z.boolean(),
        /** Answered only with a valid ticket, as are the following values. */
        status: z.int().optional(),
        /** For a refused registration: the reason, and the values to correct. */
        reason: z.string().nullish(),
        application: application.optional(),
      }),
  ),
  register: postCall(
    '/lawyer/register',
    'public',
    () =>
      inputSchema(applicationFields).extend({
        ticket: opaqueToken,
        mobile: mobileNumber,
        password: password('密码').schema,
        consentVersion: z.string().min(1, '请阅读并同意用户协议').max(20),
      }),
    () => z.object({ id: z.int(), status: z.literal([0, 1]) }),
  ),
}

/** The calls of registration, from a mobile number to an account that waits for approval. */
export const registration = { name: 'registration', calls: registrationCalls }
