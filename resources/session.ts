import { z } from 'zod'

import {
  account,
  known,
  fresh,
  factorCode,
  mobileNumber,
  smsCode,
  handle,
  picture,
  remember,
  smsSent,
  secret,
} from './domain/credentials.ts'
import { device } from './domain/devices.ts'
import { capabilities } from './domain/rights.ts'
import {
  clean,
  del,
  done,
  flag,
  get,
  id,
  nothing,
  notOnlySpace,
  post,
  put,
  sentence,
  text,
} from './kit/index.ts'

// Who is calling: both populations sign in here (domain.md §5, Auth). A lawyer without an account registers
// through the calls of `registration`.

/** To choose from by their ids (domain.md §7); the last one stands for a question of one's own. */
export const securityQuestions = [
  { id: 1, question: '您第一次开庭的法院？' },
  { id: 2, question: '您的第一位带教律师？' },
  { id: 3, question: '您就读的小学？' },
  { id: 4, question: '您最喜欢的一本书？' },
  { id: 5, question: '您第一台电脑的品牌？' },
  { id: 6, question: '自定义' },
] as const

/**
 * What a person has set for himself, the same on every computer: columns, density, views of lists, language, appearance.
 * The client gives the names (providers/store.ts); the server keeps values without reading them.
 */
const prefs = z.record(z.string(), z.json())

/** Longest value of one preference, in characters of JSON. */
const maxPreference = 8000

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
  capabilities: z.array(z.enum(capabilities)),
  mustChangePwd: flag,
  /** The firm asks for a second factor, and he has none: until then only the calls that set one up are open. */
  mustSetFactor: flag.optional(),
  hasQuestion: flag,
  /** The firm's agreement or privacy notice has a version that he has not agreed to (`notice`). */
  mustConsent: flag.optional(),
  status: z.int(),
  unread: z.int(),
  prefs,
})
export type Self = z.output<typeof self>

const signedIn = z.object({ token: secret(z.string()), expireAt: z.string(), userInfo: self })

/** Not one that he wrote himself. */
const question = sentence(it => securityQuestions.some(known => known.question === it['question']))

/** As the firm wrote it (loginRegSet.ts), cleaned when it was saved; a firm may have either text or both. */
const notice = z.object({
  version: z.string(),
  date: z.string().nullable(),
  agreement: z.string().nullable(),
  privacy: z.string().nullable(),
})

const code = z.object({ codeId: secret(z.string()), image: secret(z.string()), expireIn: z.int() })

/** On the page 修改账户. */
const ofAccount = { feature: 'user.account.settings' } as const

/** How the caller's authenticator app stands. */
const factor = z.object({
  isOn: flag,
  confirmedAt: z.string().nullable(),
  recoveryLeft: z.int(),
  /** The firm asks for it: it cannot be turned off. */
  isRequired: flag,
})
const recoveryCodes = z.object({ recoveryCodes: z.array(secret(z.string())) })
const bothProofs = () => z.strictObject({ password: known, code: factorCode })
/** Open to whoever has to set a factor up, whatever the firm has switched off. */
const securing = { isAddition: true, isOpenBeforePasswordChange: true, ...ofAccount } as const

const calls = {
  code: get(
    '/auth/code',
    'public',
    () => z.strictObject({ scene: z.enum(['login', 'register', 'forgot']) }),
    () => code,
    { writes: true, isOpenWhenDiskIsLow: true },
  ),
  getFirmId: post(
    '/auth/getFirmId',
    'public',
    () => z.strictObject({ host: z.string().max(253).optional(), firmCode: z.string().max(60).optional() }),
    () => z.object({ firmId: z.int(), name: z.string(), shortName: z.string(), logo: z.string() }),
    { isOpenWhenDiskIsLow: true },
  ),
  firmAccessUserLogin: post(
    '/auth/firmAccessUserLogin',
    'public',
    () =>
      z.strictObject({ account, password: known, remember, ...picture, totp: z.string().max(10).optional() }),
    () => signedIn,
    { encoding: 'form', isOpenWhenDiskIsLow: true },
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
    { isOpenWhenDiskIsLow: true },
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
    { writes: true, isOpenWhenDiskIsLow: true },
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
        answer: z
          .string()
          .max(40, { abort: true })
          .refine(...notOnlySpace('答案'))
          .optional(),
        /** The code that step 1 sent: a question alone opens nothing (promise Q09). */
        smsCode: smsCode.optional(),
        newPassword: fresh.optional(),
      }),
    () => z.union([signedIn, smsSent.omit({ smsId: true }).extend({ ticket: secret(z.string()), question })]),
    { isOpenWhenDiskIsLow: true },
  ),
  /** One's own; without a session that of whoever holds the ticket of a code to his mobile. */
  password: put(
    '/auth/password',
    'public',
    () =>
      z.strictObject({
        oldPassword: known.optional(),
        ticket: handle.optional(),
        /** Whose it is that was forgotten: one mobile may have an account of each. */
        userType: z.literal([1, 2]).optional(),
        newPassword: fresh,
      }),
    () => done,
    { isOpenBeforePasswordChange: true, isOpenWhenDiskIsLow: true, feature: 'user.account.passwd' },
  ),
  question: put(
    '/auth/question',
    'self',
    () =>
      z.strictObject({
        password: known,
        /** 1 to 6 of the list (domain.md §7), or a question of one's own. */
        question: z.union([z.int().min(1).max(6), z.string().overwrite(clean).min(2).max(40)]),
        answer: text('答案', { max: 40 }).schema,
      }),
    () => done,
    ofAccount,
  ),
  self: get(
    '/auth/self',
    'self',
    () => nothing,
    () => self,
    { isOpenBeforePasswordChange: true },
  ),
  /** Sets one preference of the caller; null removes it. It concerns nobody else, so that the log has no row of it. */
  setPreference: put(
    '/auth/preference',
    'self',
    () =>
      z.strictObject({
        name: z.string().regex(/^[\w./-]{1,100}$/, '设置名称不正确'),
        value: z
          .json()
          .refine(value => JSON.stringify(value).length <= maxPreference, '内容过长，请减少保存的视图或列'),
      }),
    () => done,
    { isAddition: true },
  ),
  /** The agreement and privacy notice whose version `consent` confirms. */
  notice: get(
    '/auth/consent',
    'self',
    () => nothing,
    () => notice,
    { isAddition: true, isOpenBeforePasswordChange: true },
  ),
  /** Refused where the firm has another version by now. */
  consent: post(
    '/auth/consent',
    'self',
    () => z.strictObject({ version: z.string().min(1).max(20) }),
    () => done,
    { isAddition: true, isOpenBeforePasswordChange: true },
  ),
  logout: post(
    '/auth/logout',
    'self',
    () => nothing,
    () => done,
    { isAddition: true, isOpenBeforePasswordChange: true, isOpenWhenDiskIsLow: true },
  ),
  sessions: get(
    '/auth/sessions',
    'self',
    () => nothing,
    () => z.array(device),
    { isAddition: true, ...ofAccount },
  ),
  /** Ends one session of the caller; without an id all but the one he is using. */
  endSessions: del(
    '/auth/sessions',
    'self',
    () => z.strictObject({ id: id.optional() }),
    () => done,
    { isAddition: true, ...ofAccount },
  ),
  /** The second step of a sign-in that was answered with 4011: a code of the app, or a recovery code. */
  loginByFactor: post(
    '/auth/factor/login',
    'public',
    () =>
      z.strictObject({
        challenge: handle,
        code: factorCode.optional(),
        recoveryCode: handle.optional(),
      }),
    () => signedIn,
    { isAddition: true, isOpenWhenDiskIsLow: true },
  ),
  factor: get(
    '/auth/factor',
    'self',
    () => nothing,
    () => factor,
    securing,
  ),
  /** A secret for an authenticator app; `uri` is what its QR code carries. */
  beginFactor: put(
    '/auth/factor/secret',
    'self',
    () => z.strictObject({ password: known }),
    () => z.object({ key: secret(z.string()), uri: secret(z.string()) }),
    securing,
  ),
  /** Turns it on with the first code of the app. */
  confirmFactor: put(
    '/auth/factor',
    'self',
    () => z.strictObject({ code: factorCode }),
    () => recoveryCodes,
    securing,
  ),
  removeFactor: del('/auth/factor', 'self', bothProofs, () => done, { isAddition: true, ...ofAccount }),
  renewRecoveryCodes: put('/auth/factor/recovery', 'self', bothProofs, () => recoveryCodes, {
    isAddition: true,
    ...ofAccount,
  }),
}

export const session = { name: 'session', calls }
