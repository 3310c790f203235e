import { z } from 'zod'

import { mobileNumber, smsCode, handle, picture, smsSent, secret } from './domain/credentials.ts'
import { clean, get, halfWidth, id, password, post } from './kit/index.ts'

const personType = z.literal([1, 2, 3, 4, 5], { error: '请选择人员类别' })
const contact = z.object({
  name: z.string(),
  officeName: z.string(),
  mobileMasked: z.string(),
  phone: z.string(),
})

const application = z.object({
  name: z.string(),
  organizationId: z.int(),
  personType: z.int(),
  licenseNumber: z.string().nullable(),
  email: z.string().nullable(),
})

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
      z.strictObject({
        ticket: handle,
        mobile: mobileNumber,
        name: z
          .string({ error: '请输入姓名' })
          .overwrite(clean)
          .min(2, '姓名至少2个字')
          .max(20, '姓名最多20个字'),
        password: password('密码').schema,
        /** Which of these are asked for the firm says (`registerFields`); without an office it is the main one. */
        organizationId: id.optional(),
        personType: personType.optional(),
        licenseNumber: z
          .string()
          .overwrite(halfWidth)
          .regex(/^(\d{17}|\d{12})$/, '执业证号应为17位数字（旧证12位），请核对')
          .optional(),
        email: z.string().overwrite(halfWidth).max(100).optional(),
        inviteCode: z.string().overwrite(halfWidth).max(8).optional(),
        consentVersion: z.string().min(1, '请阅读并同意用户协议').max(20),
      }),
    () => z.object({ id: z.int(), status: z.literal([0, 1]) }),
  ),
}

/** From a mobile number to an account that waits for approval. */
export const registration = { name: 'registration', calls: registrationCalls }
