import { z } from 'zod'

import {
  account,
  existingPassword,
  newPasswordSchema,
  factorCode,
  mobileNumber,
  smsCode,
  opaqueToken,
  captchaFields,
  remember,
  smsCodeAnswer,
  secret,
} from './domain/credentials.ts'
import { accountPage, factorSetupOptions } from './domain/accountCalls.ts'
import { openDuringSetup } from './domain/accountSetup.ts'
import { device } from './domain/devices.ts'
import { ownPasskeyCalls, passkeySignInCalls } from './domain/passkeys.ts'
import { capabilities } from './domain/rights.ts'
import { signOnCalls } from './domain/signOn.ts'
import { viewOrigin } from './domain/views.ts'
import {
  cleanText,
  deleteCall,
  emptyAnswer,
  flag,
  getCall,
  id,
  emptyInput,
  notBlankCheck,
  postCall,
  putCall,
  sentence,
  text,
} from './kit/index.ts'

// Sign-in of both populations, and the session of the caller (docs/domain.md §5, Auth). A lawyer without an account
// registers through the calls of `registration`.

/** Security questions by id (docs/domain.md §7); the last one stands for a question of one's own. */
export const securityQuestionChoices = [
  { id: 1, question: '您第一次开庭的法院？' },
  { id: 2, question: '您的第一位带教律师？' },
  { id: 3, question: '您就读的小学？' },
  { id: 4, question: '您最喜欢的一本书？' },
  { id: 5, question: '您第一台电脑的品牌？' },
  { id: 6, question: '自定义' },
] as const

/**
 * Preferences of a person, the same on every computer: columns, density, views of lists, language, appearance. The
 * client defines the names (providers/store.ts); the server stores the values without reading them.
 */
const prefs = z.record(z.string(), z.json())

/** Maximum length of one preference, in characters of JSON. */
const maxPreference = 8000

/** The signed-in person (docs/domain.md §5, "self"). */
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
  /** Administrators in whose place he reviews cards at present. */
  standsInFor: z
    .array(
      z.object({
        id: z.int(),
        name: z.string(),
        organizationId: z.int(),
        scope: z.enum(['all', 'office']),
      }),
    )
    .optional(),
  /** The number of mandates by which he maintains cards in their owners' place at present. */
  mandates: z.int().optional(),
  mustChangePwd: flag,
  /**
   * 1 if the firm requires a second factor and he has none. Until he sets one up, only the calls for that are open.
   */
  mustSetFactor: flag.optional(),
  hasQuestion: flag,
  /** 1 if the firm's agreement or privacy notice has a version that he has not agreed to (`notice`). */
  mustConsent: flag.optional(),
  status: z.int(),
  unread: z.int(),
  prefs,
  /** Set in a view of this account by an administrator, in which nothing can be changed. */
  view: viewOrigin.optional(),
})
export type Self = z.output<typeof self>

const signInAnswer = z.object({ token: secret(z.string()), expireAt: z.string(), userInfo: self })

/** The question is translated unless the user wrote it himself. */
const question = sentence(it => securityQuestionChoices.some(known => known.question === it['question']))

/**
 * The firm's agreement and privacy notice (loginRegSet.ts), cleaned when they were saved. A firm may have either text
 * or both.
 */
const notice = z.object({
  version: z.string(),
  date: z.string().nullable(),
  agreement: z.string().nullable(),
  privacy: z.string().nullable(),
})

const code = z.object({ codeId: secret(z.string()), image: secret(z.string()), expireIn: z.int() })

/** State of the caller's authenticator app. */
const factor = z.object({
  isOn: flag,
  confirmedAt: z.string().nullable(),
  recoveryLeft: z.int(),
  /** 1 if the firm requires a second factor and there is no passkey, so that it cannot be switched off. */
  isRequired: flag,
})
const recoveryCodes = z.object({ recoveryCodes: z.array(secret(z.string())) })
const bothProofs = () => z.strictObject({ password: existingPassword, code: factorCode })

const calls = {
  code: getCall(
    '/auth/code',
    'public',
    () => z.strictObject({ scene: z.enum(['login', 'register', 'forgot']) }),
    () => code,
    { writes: true, isOpenWhenDiskIsLow: true },
  ),
  getFirmId: postCall(
    '/auth/getFirmId',
    'public',
    () => z.strictObject({ host: z.string().max(253).optional(), firmCode: z.string().max(60).optional() }),
    () => z.object({ firmId: z.int(), name: z.string(), shortName: z.string(), logo: z.string() }),
    { isOpenWhenDiskIsLow: true },
  ),
  firmAccessUserLogin: postCall(
    '/auth/firmAccessUserLogin',
    'public',
    () =>
      z.strictObject({
        account,
        password: existingPassword,
        remember,
        ...captchaFields,
        totp: z.string().max(10).optional(),
      }),
    () => signInAnswer,
    { encoding: 'form', isOpenWhenDiskIsLow: true },
  ),
  lawyerLogin: postCall(
    '/auth/lawyerLogin',
    'public',
    () =>
      z.strictObject({
        mobile: mobileNumber,
        /** Either the password or the SMS code is required. */
        password: existingPassword.optional(),
        smsId: opaqueToken.optional(),
        smsCode: smsCode.optional(),
        remember,
        ...captchaFields,
      }),
    () => signInAnswer,
    { isOpenWhenDiskIsLow: true },
  ),
  queryCode: getCall(
    '/auth/queryCode',
    'public',
    () =>
      z.strictObject({
        mobile: mobileNumber,
        scene: z.enum(['login', 'register', 'forgot', 'changeMobile']),
        ...captchaFields,
      }),
    () => smsCodeAnswer,
    { writes: true, isOpenWhenDiskIsLow: true },
  ),
  loginByQuestion: postCall(
    '/auth/loginByQuestion',
    'public',
    () =>
      z.strictObject({
        /** Step 1: the account. The answer is a ticket and the security question. */
        account: account.optional(),
        userType: z.literal([1, 2]).optional(),
        ...captchaFields,
        /** Step 2: the ticket with the answer and the SMS code. The answer is a session. */
        ticket: opaqueToken.optional(),
        answer: z
          .string()
          .max(40, { abort: true })
          .refine(...notBlankCheck('答案'))
          .optional(),
        /** The SMS code that step 1 sent; a correct answer alone does not suffice (promise Q09). */
        smsCode: smsCode.optional(),
        newPassword: newPasswordSchema.optional(),
      }),
    () =>
      z.union([
        signInAnswer,
        smsCodeAnswer.omit({ smsId: true }).extend({ ticket: secret(z.string()), question }),
      ]),
    { isOpenWhenDiskIsLow: true },
  ),
  /** Changes the caller's password; without a session, that of the person who holds the ticket of an SMS code. */
  password: putCall(
    '/auth/password',
    'public',
    () =>
      z.strictObject({
        oldPassword: existingPassword.optional(),
        ticket: opaqueToken.optional(),
        /** The population of the forgotten account, since one mobile number may have an account in each. */
        userType: z.literal([1, 2]).optional(),
        newPassword: newPasswordSchema,
      }),
    () => emptyAnswer,
    {
      openBeforeSetup: openDuringSetup.password,
      isOpenWhenDiskIsLow: true,
      feature: 'user.account.passwd',
    },
  ),
  question: putCall(
    '/auth/question',
    'self',
    () =>
      z.strictObject({
        password: existingPassword,
        /** The id of a listed question (docs/domain.md §7), or the text of a question of one's own. */
        question: z.union([z.int().min(1).max(6), z.string().overwrite(cleanText).min(2).max(40)]),
        answer: text('答案', { max: 40 }).schema,
      }),
    () => emptyAnswer,
    accountPage,
  ),
  self: getCall(
    '/auth/self',
    'self',
    () => emptyInput,
    () => self,
    { openBeforeSetup: openDuringSetup.self },
  ),
  /**
   * Reports that the caller has the form of a record open, or leaves it, and answers who else has it open. It reads and
   * writes with one statement, and nobody waits for it.
   */
  presence: getCall(
    '/auth/presence',
    'signedIn',
    () =>
      z.strictObject({
        resource: z.string().max(40),
        /** Absent for a setting. */
        id: id.optional(),
        leaving: flag.default(0),
      }),
    () => z.array(z.object({ name: z.string() })),
    { isAddition: true, writes: true, inView: 'closed' },
  ),
  /** Sets one preference of the caller; null removes it. It concerns nobody else, so it is not logged. */
  setPreference: putCall(
    '/auth/preference',
    'self',
    () =>
      z.strictObject({
        name: z.string().regex(/^[\w./-]{1,100}$/, '设置名称不正确'),
        value: z
          .json()
          .refine(value => JSON.stringify(value).length <= maxPreference, '内容过长，请减少保存的视图或列'),
      }),
    () => emptyAnswer,
    { isAddition: true, inView: 'closed' },
  ),
  /** The agreement and privacy notice whose version `consent` confirms. */
  notice: getCall(
    '/auth/consent',
    'self',
    () => emptyInput,
    () => notice,
    { isAddition: true, openBeforeSetup: openDuringSetup.notice },
  ),
  /** Confirms a version; refused if the firm has a newer one. */
  consent: postCall(
    '/auth/consent',
    'self',
    () => z.strictObject({ version: z.string().min(1).max(20) }),
    () => emptyAnswer,
    { isAddition: true, openBeforeSetup: openDuringSetup.consent },
  ),
  logout: postCall(
    '/auth/logout',
    'self',
    () => emptyInput,
    () => emptyAnswer,
    { isAddition: true, openBeforeSetup: openDuringSetup.logout, isOpenWhenDiskIsLow: true },
  ),
  /** Ends the view of the current session; in an ordinary session, all views that it has begun. */
  endView: deleteCall(
    '/auth/view',
    'self',
    () => emptyInput,
    () => emptyAnswer,
    { isAddition: true, inView: 'open' },
  ),
  sessions: getCall(
    '/auth/sessions',
    'self',
    () => emptyInput,
    () => z.array(device),
    { isAddition: true, inView: 'closed', ...accountPage },
  ),
  /** Ends one session of the caller; without an id, all except the current one. */
  endSessions: deleteCall(
    '/auth/sessions',
    'self',
    () => z.strictObject({ id: id.optional() }),
    () => emptyAnswer,
    { isAddition: true, ...accountPage },
  ),
  /**
   * The second step of a sign-in that was answered with 4011: a code of the authenticator app, or a recovery code.
   */
  loginByFactor: postCall(
    '/auth/factor/login',
    'public',
    () =>
      z.strictObject({
        challenge: opaqueToken,
        code: factorCode.optional(),
        recoveryCode: opaqueToken.optional(),
      }),
    () => signInAnswer,
    { isAddition: true, isOpenWhenDiskIsLow: true },
  ),
  factor: getCall(
    '/auth/factor',
    'self',
    () => emptyInput,
    () => factor,
    { ...factorSetupOptions, openBeforeSetup: openDuringSetup.factor },
  ),
  /** Creates a secret for an authenticator app; `uri` is the content of its QR code. */
  beginFactor: putCall(
    '/auth/factor/secret',
    'self',
    () => z.strictObject({ password: existingPassword }),
    () => z.object({ key: secret(z.string()), uri: secret(z.string()) }),
    { ...factorSetupOptions, openBeforeSetup: openDuringSetup.beginFactor },
  ),
  /** Switches the second factor on with a first code of the app. */
  confirmFactor: putCall(
    '/auth/factor',
    'self',
    () => z.strictObject({ code: factorCode }),
    () => recoveryCodes,
    { ...factorSetupOptions, openBeforeSetup: openDuringSetup.confirmFactor },
  ),
  removeFactor: deleteCall('/auth/factor', 'self', bothProofs, () => emptyAnswer, {
    isAddition: true,
    ...accountPage,
  }),
  renewRecoveryCodes: putCall('/auth/factor/recovery', 'self', bothProofs, () => recoveryCodes, {
    isAddition: true,
    ...accountPage,
  }),
  ...ownPasskeyCalls,
  ...passkeySignInCalls(signInAnswer),
  ...signOnCalls(signInAnswer),
}

export const session = { name: 'session', calls }
