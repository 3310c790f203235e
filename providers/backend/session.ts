import { type Population } from '../../resources/domain/role.ts'
import { capabilitiesOf } from '../../resources/domain/permissions.ts'
import { rightSwitches } from '../../resources/domain/rights.ts'
import { isPlain } from '../../resources/kit/index.ts'
import type { Self } from '../../resources/session.ts'
import type { AppConfiguration } from '../../resources/settings/app.ts'
import { identityOf } from './identity.ts'
import { readAnswer } from './readAnswer.ts'

/** The level of an administrator whose back-end names none: the one that may least. */
const leastLevel = 4

/** The signed-in person, whatever is said of him: roles from his level, rights from the matrix where none are named. */
export const readSelf = (answer: unknown, population: Population | undefined): Self => {
  const self = readAnswer('session.self', answer, {})
  const identity = identityOf(answer, population) ?? { id: 0, userType: population ?? 1, name: '', auth: [] }
  const { userType, auth } = identity
  const officeLevel =
    userType === 2 ? null : (self.officeLevel ?? (auth.includes('mainAdmin') ? 1 : leastLevel))
  const isSystem = auth.includes('system') ? 1 : 0
  const person = {
    population: userType,
    officeLevel,
    isSystem: isSystem === 1,
    canAudit: true,
    canExport: true,
  }
  const isTold = isPlain(answer) && Array.isArray(answer['capabilities'])
  return {
    ...self,
    ...identity,
    officeLevel,
    isSystem,
    capabilities: isTold ? self.capabilities : [...capabilitiesOf(person, rightSwitches)],
  }
}

/** What a part of conf.app is that nobody has said. */
const defaults = {
  firm: { name: '律所名片后台', shortName: '' },
  assets: { imgs: {} },
  adminFuncSwitch: { global: {} },
  login: {
    passwordLogin: 1,
    smsLogin: 0,
    register: 0,
    questionRecovery: 0,
    captcha: 'auto',
    agreementVersion: '1',
  },
  icp: { icpNo: '', psbNo: '' },
  locale: 'zh-CN',
  build: '',
}

const filled = (defaulted: unknown, told: unknown): unknown => {
  if (!isPlain(defaulted)) return told ?? defaulted
  if (!isPlain(told)) return defaulted
  const names = Object.keys(defaulted).filter(name => told[name] == null || isPlain(defaulted[name]))
  return { ...told, ...Object.fromEntries(names.map(name => [name, filled(defaulted[name], told[name])])) }
}

/** conf.app with what it leaves out filled in, field by field. */
export const readConf = (answer: unknown): AppConfiguration =>
  readAnswer('conf.app', filled(defaults, answer), {})
