import type { CallShape } from './request.ts'

/**
 * Calls that are made before the declarations are loaded: by the sign-in page, and in parallel with loading the
 * application. They repeat the declarations of resources/, which would add their schemas to the sign-in page; a test
 * compares the two.
 */
export const bootstrapCalls = {
  adminLogin: {
    name: 'session.firmAccessUserLogin',
    method: 'POST',
    path: '/auth/firmAccessUserLogin',
    encoding: 'form',
  },
  lawyerLogin: { name: 'session.lawyerLogin', method: 'POST', path: '/auth/lawyerLogin', encoding: 'json' },
  loginByFactor: {
    name: 'session.loginByFactor',
    method: 'POST',
    path: '/auth/factor/login',
    encoding: 'json',
  },
  passkeyChallenge: {
    name: 'session.passkeyChallenge',
    method: 'POST',
    path: '/auth/passkey/challenge',
    encoding: 'json',
  },
  loginByPasskey: {
    name: 'session.loginByPasskey',
    method: 'POST',
    path: '/auth/passkey/login',
    encoding: 'json',
  },
  logout: { name: 'session.logout', method: 'POST', path: '/auth/logout', encoding: 'json' },
  smsCode: { name: 'session.queryCode', method: 'GET', path: '/auth/queryCode', encoding: 'json' },
  registerCode: {
    name: 'registration.getCardCode',
    method: 'POST',
    path: '/cardSelf/getCardCode',
    encoding: 'form',
  },
  checkSmsCode: {
    name: 'registration.checkSmsCode',
    method: 'POST',
    path: '/cardSelf/checkSmsCode',
    encoding: 'json',
  },
  checkMobile: {
    name: 'registration.checkMobile',
    method: 'GET',
    path: '/lawyer/checkMobile',
    encoding: 'json',
  },
  register: { name: 'registration.register', method: 'POST', path: '/lawyer/register', encoding: 'json' },
  password: { name: 'session.password', method: 'PUT', path: '/auth/password', encoding: 'json' },
  loginByQuestion: {
    name: 'session.loginByQuestion',
    method: 'POST',
    path: '/auth/loginByQuestion',
    encoding: 'json',
  },
  contacts: {
    name: 'registration.getAdminInfo',
    method: 'POST',
    path: '/cardSelf/getAdminInfo',
    encoding: 'form',
  },
  offices: {
    name: 'offices.validList',
    method: 'GET',
    path: '/firmOrganization/validList',
    encoding: 'json',
  },
  firmInfo: { name: 'firm.firmInfo', method: 'GET', path: '/firm/firmInfo/{id}', encoding: 'json' },
  captcha: { name: 'session.code', method: 'GET', path: '/auth/code', encoding: 'json' },
  currentUser: { name: 'session.self', method: 'GET', path: '/auth/self', encoding: 'json' },
  languageTexts: { name: 'languages.texts', method: 'GET', path: '/firm/language', encoding: 'json' },
  appConf: { name: 'conf.app', method: 'GET', path: '/firm/appconf', encoding: 'json' },
} as const satisfies Record<string, CallShape>
