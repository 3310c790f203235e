import type { session } from '../../resources/session.ts'
import { type Handlers, outside } from '../implement.ts'
import { missing } from '../refusal.ts'
import { firmForSignIn } from '../services/loginSettings.ts'
import { selfOf } from '../services/self.ts'
import { code, queryCode } from './sessionCodes.ts'
import { loginByQuestion } from './sessionQuestion.ts'
import * as own from './sessionSelf.ts'
import { firmAccessUserLogin, lawyerLogin } from './sessionSignIn.ts'

/** The handlers outside a transaction count something that must outlive their refusal. */
export const sessionHandlers: Handlers<typeof session.calls> = {
  code: outside(code),
  queryCode: outside(queryCode),
  firmAccessUserLogin: outside(firmAccessUserLogin),
  lawyerLogin: outside(lawyerLogin),
  loginByQuestion: outside(loginByQuestion),
  password: outside(own.password),
  question: outside(own.question),
  self: (_, { db, caller }) => selfOf(db, caller),
  sessions: own.list,
  endSessions: own.end,
  logout: own.logout,

  // Firms are told apart by number; a host name of each firm's own comes with the first installation of two.
  getFirmId: outside(async ({ firmCode }, { database, firmId: byDefault }) => {
    const firmId = /^[1-9]\d{0,8}$/.test(firmCode ?? '') ? Number(firmCode) : byDefault
    const firm = await database.read(firmId, db => firmForSignIn(db, firmId))
    if (!firm) throw missing()
    const { name, shortName, logo } = firm
    return { firmId, name, shortName, logo: logo ?? '' }
  }),
}
