import { z } from 'zod'

import {
  type Capability,
  capabilities,
  clean,
  del,
  done,
  flag,
  get,
  halfWidth,
  id,
  mobile,
  nothing,
  password,
  post,
  put,
} from './kit/index.ts'

// Who is calling: both populations sign in here (domain.md §5, Auth). A lawyer without an account registers
// through the calls of `registration`.

const account = z
  .string({ error: '请输入账号' })
  .overwrite(halfWidth)
  .min(1, '请输入账号')
  .max(30, '账号最多30个字')
/** A password that is compared, not set: as typed, without the rules for new ones. */
const known = z.string({ error: '请输入密码' }).min(1, '请输入密码').max(128, '密码最多128位')
const fresh = password('新密码').schema
const mobileNumber = mobile('手机号').schema
const smsCode = z.string().regex(/^\d{6}$/, '请输入6位短信验证码')
const handle = z.string().min(1).max(100)
const picture = { codeId: handle.optional(), code: z.string().max(10).optional() }
const remember = flag.default(0)

/** To choose from by their ids (domain.md §7); the last one stands for a question of one's own. */
export const securityQuestions = [
  { id: 1, question: '您第一次开庭的法院?' },
  { id: 2, question: '您的第一位带教律师?' },
  { id: 3, question: '您就读的小学?' },
  { id: 4, question: '您最喜欢的一本书?' },
  { id: 5, question: '您第一台电脑的品牌?' },
  { id: 6, question: '自定义' },
] as const

/** What the interface looks like for one person, on every computer. */
const prefs = z.object({
  locale: z.string().optional(),
  theme: z.string().optional(),
  density: z.string().optional(),
  columns: z.record(z.string(), z.array(z.string())).optional(),
  views: z.record(z.string(), z.json()).optional(),
})

/** The signed-in person (domain.md §5, "self"). */
export const self = z.object({
  id: z.int(),
  userType: z.literal([1, 2]),
  name: z.string(),
  avatar: z.string().nullable(),
  mobileMasked: z.string(),
  auth: z.array(z.enum(['admin', 'mainAdmin', 'system', 'lawyer'])),
  officeLevel: z.literal([1, 2, 3, 4]).nullable(),
  isSystem: flag,
  organizationId: z.int(),
  organizationName: z.string(),
  firmId: z.int(),
  capabilities: z.array(z.enum(capabilities as [Capability, ...Capability[]])),
  mustChangePwd: flag,
  hasQuestion: flag,
  status: z.int(),
  unread: z.int(),
  prefs,
})
export type Self = z.output<typeof self>

const signedIn = z.object({ token: z.string(), expireAt: z.string(), userInfo: self })
const smsSent = z.object({ smsId: z.string(), resendIn: z.int(), expireIn: z.int() })

const code = z.object({ codeId: z.string(), image: z.string(), expireIn: z.int() })
const sessionRow = z.object({
  id: z.int(),
  device: z.string().nullable(),
  ip: z.string().nullable(),
  lastAt: z.string(),
  current: flag,
})

const calls = {
  code: get(
    '/auth/code',
    'public',
    () => z.strictObject({ scene: z.enum(['login', 'register', 'forgot']) }),
    () => code,
    {
      writes: true,
    },
  ),
  getFirmId: post(
    '/auth/getFirmId',
    'public',
    () => z.strictObject({ host: z.string().max(253).optional(), firmCode: z.string().max(60).optional() }),
    () => z.object({ firmId: z.int(), name: z.string(), shortName: z.string(), logo: z.string() }),
  ),
  firmAccessUserLogin: post(
    '/auth/firmAccessUserLogin',
    'public',
    () =>
      z.strictObject({ account, password: known, remember, ...picture, totp: z.string().max(10).optional() }),
    () => signedIn,
    { encoding: 'form' },
  ),
  lawyerLogin: post(
    '/auth/lawyerLogin',
    'public',
    () =>
      z.strictObject({
        mobile: mobileNumber,
        /** Either the password or the SMS code. */
        password: known.optional(),
        smsId: handle.optional(),
        smsCode: smsCode.optional(),
        remember,
        ...picture,
      }),
    () => signedIn,
  ),
  queryCode: get(
    '/auth/queryCode',
    'public',
    () =>
      z.strictObject({
        mobile: mobileNumber,
        scene: z.enum(['login', 'register', 'forgot', 'changeMobile']),
        ...picture,
      }),
    () => smsSent,
    { writes: true },
  ),
  loginByQuestion: post(
    '/auth/loginByQuestion',
    'public',
    () =>
      z.strictObject({
        /** Step 1: who; answers a ticket and the question. */
        account: account.optional(),
        userType: z.literal([1, 2]).optional(),
        ...picture,
        /** Step 2: the ticket and the answer; answers a session. */
        ticket: handle.optional(),
        answer: z.string().max(40).optional(),
        /** The code that step 1 sent: a question alone opens nothing (promise Q09). */
        smsCode: smsCode.optional(),
        newPassword: fresh.optional(),
      }),
    () =>
      z.union([signedIn, smsSent.omit({ smsId: true }).extend({ ticket: z.string(), question: z.string() })]),
  ),
  password: put(
    '/auth/password',
    'self',
    () => z.strictObject({ oldPassword: known.optional(), ticket: handle.optional(), newPassword: fresh }),
    () => done,
    { isOpenBeforePasswordChange: true },
  ),
  question: put(
    '/auth/question',
    'self',
    () =>
      z.strictObject({
        password: known,
        /** 1 to 6 of the list (domain.md §7), or a question of one's own. */
        question: z.union([z.int().min(1).max(6), z.string().overwrite(clean).min(2).max(40)]),
        answer: z.string().overwrite(clean).min(1, '请输入答案').max(40, '答案最多40个字'),
      }),
    () => done,
  ),
  self: get(
    '/auth/self',
    'self',
    () => nothing,
    () => self,
    { isOpenBeforePasswordChange: true },
  ),
  logout: post(
    '/auth/logout',
    'self',
    () => nothing,
    () => done,
    { isAddition: true, isOpenBeforePasswordChange: true },
  ),
  sessions: get(
    '/auth/sessions',
    'self',
    () => nothing,
    () => z.array(sessionRow),
    { isAddition: true },
  ),
  /** Ends one session of the caller; without an id all but the one he is using. */
  endSessions: del(
    '/auth/sessions',
    'self',
    () => z.strictObject({ id: id.optional() }),
    () => done,
    {
      isAddition: true,
    },
  ),
}

export const session = { name: 'session', calls }

const personType = z.literal([1, 2, 3, 4, 5], { error: '请选择人员类别' })
const contact = z.object({
  name: z.string(),
  officeName: z.string(),
  mobileMasked: z.string(),
  phone: z.string(),
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
    () => z.object({ ticket: z.string(), expireIn: z.int() }),
  ),
  checkMobile: get(
    '/lawyer/checkMobile',
    'public',
    () => z.strictObject({ mobile: mobileNumber, ticket: handle.optional(), ...picture }),
    () => z.object({ available: z.boolean(), status: z.int().optional() }),
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
        organizationId: id,
        personType,
        licenseNumber: z
          .string()
          .overwrite(halfWidth)
          .regex(/^(\d{17}|\d{12})$/, '执业证号应为17位数字(旧证12位),请核对')
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
