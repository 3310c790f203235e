import { callNamed } from '../resources/index.ts'
import type { CallName } from './call.ts'
import type { AdditionName } from './backend/additions.ts'
import type { CallShape } from './request.ts'

const shapeOf = (name: CallName | AdditionName): CallShape => {
  const { method, path, encoding } = callNamed(name)
  return { name, method, path, encoding }
}

/**
 * Calls that are made before the declarations are loaded: by the sign-in page, and in parallel with loading the
 * application. The build replaces this module by its value (vite.plugins.ts), because the declarations with their
 * schemas would double the sign-in page.
 */
export const bootstrapCalls = {
  adminLogin: shapeOf('session.firmAccessUserLogin'),
  lawyerLogin: shapeOf('session.lawyerLogin'),
  loginByFactor: shapeOf('session.loginByFactor'),
  passkeyChallenge: shapeOf('session.passkeyChallenge'),
  loginByPasskey: shapeOf('session.loginByPasskey'),
  startSignOn: shapeOf('session.startSignOn'),
  loginBySignOn: shapeOf('session.loginBySignOn'),
  smsCode: shapeOf('session.queryCode'),
  registerCode: shapeOf('registration.getCardCode'),
  checkSmsCode: shapeOf('registration.checkSmsCode'),
  checkMobile: shapeOf('registration.checkMobile'),
  register: shapeOf('registration.register'),
  password: shapeOf('session.password'),
  loginByQuestion: shapeOf('session.loginByQuestion'),
  contacts: shapeOf('registration.getAdminInfo'),
  offices: shapeOf('offices.validList'),
  firmInfo: shapeOf('firm.firmInfo'),
  captcha: shapeOf('session.code'),
  currentUser: shapeOf('session.self'),
  languageTexts: shapeOf('languages.texts'),
  appConf: shapeOf('conf.app'),
}
