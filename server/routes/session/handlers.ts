import type { session } from '../../../resources/session.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { notFound } from '../../context/apiError.ts'
import { firmOfHost, hostNameOf } from '../../services/identity/hosts.ts'
import { firmForSignIn } from '../../services/identity/loginSettings.ts'
import {
  startFactorSetup,
  confirmFactor,
  removeOwnFactor,
  renewRecoveryCodes,
  ownFactorState,
} from '../../services/identity/ownFactor.ts'
import {
  addOwnPasskey,
  beginPasskey,
  listOwnPasskeys,
  removeOwnPasskey,
  renameOwnPasskey,
} from '../../services/identity/ownPasskeys.ts'
import { currentUserOf } from '../../services/identity/currentUser.ts'
import { firmSuspendedError } from '../../services/operation/suspension.ts'
import { newCaptcha, requestSmsCode } from './codes.ts'
import { giveConsent, getConsentNotice } from './consent.ts'
import { reportPresence } from './presence.ts'
import { setPreference } from '../../services/identity/preference.ts'
import { loginByQuestion } from './question.ts'
import { loginByPasskey, passkeyChallenge } from './passkeys.ts'
import { loginBySignOn, startSignOn } from './signOn.ts'
import * as currentUser from './currentUser.ts'
import { firmAccessUserLogin, lawyerLogin, loginByFactor } from './signIn.ts'

/** Handlers with their own transactions count something that must be stored even when they refuse. */
export const sessionHandlers: Handlers<typeof session.calls> = {
  code: ownTransaction(newCaptcha),
  queryCode: ownTransaction(requestSmsCode),
  firmAccessUserLogin: ownTransaction(firmAccessUserLogin),
  lawyerLogin: ownTransaction(lawyerLogin),
  loginByQuestion: ownTransaction(loginByQuestion),
  password: ownTransaction(currentUser.changePassword),
  question: ownTransaction(currentUser.setSecurityQuestion),
  self: (_, { db, caller }) => currentUserOf(db, caller),
  presence: reportPresence,
  setPreference,
  notice: getConsentNotice,
  consent: giveConsent,
  endView: currentUser.endView,
  sessions: currentUser.listSessions,
  endSessions: currentUser.endOwnSessions,
  logout: currentUser.logout,
  loginByFactor: ownTransaction(loginByFactor),
  factor: (_, context) => ownFactorState(context),
  beginFactor: ownTransaction(({ password }, context) => startFactorSetup(context, password)),
  confirmFactor: ({ code }, context) => confirmFactor(context, code),
  removeFactor: ownTransaction((proof, context) => removeOwnFactor(context, proof)),
  renewRecoveryCodes: ownTransaction((proof, context) => renewRecoveryCodes(context, proof)),
  passkeys: (_, context) => listOwnPasskeys(context),
  beginPasskey: ownTransaction(({ password }, context) => beginPasskey(context, password)),
  addPasskey: ownTransaction((input, context) => addOwnPasskey(context, input)),
  renamePasskey: (input, context) => renameOwnPasskey(context, input),
  removePasskey: ownTransaction((input, context) => removeOwnPasskey(context, input)),
  passkeyChallenge: ownTransaction(passkeyChallenge),
  loginByPasskey: ownTransaction(loginByPasskey),
  startSignOn: ownTransaction(startSignOn),
  loginBySignOn: ownTransaction(loginBySignOn),

  getFirmId: ownTransaction(async ({ firmCode = '', host }, { database, firmId: firmOfCall }) => {
    const isNumber = /^[1-9]\d{0,8}$/.test(firmCode)
    const firmOfHostName =
      host === undefined ? null : await database.read(null, db => firmOfHost(db, hostNameOf(host)))
    const firmId = isNumber ? Number(firmCode) : (firmOfHostName ?? firmOfCall)
    const firm = await database.read(firmId, db => firmForSignIn(db, firmId))
    if (!firm) throw notFound()
    if (firm.suspendedAt) throw firmSuspendedError()
    const { name, shortName, logo } = firm
    return { firmId, name, shortName, logo: logo ?? '' }
  }),
}
