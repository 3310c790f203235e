import { type Population } from '../../resources/domain/role.ts'
import { capabilitiesOf } from '../../resources/domain/permissions.ts'
import { rightSwitches } from '../../resources/domain/rights.ts'
import { isPlainObject } from '../../resources/kit/index.ts'
import type { Self } from '../../resources/session.ts'
import type { AppConfiguration } from '../../resources/settings/app.ts'
import { identityOf } from './identity.ts'
import { readAnswer } from './readAnswer.ts'

/** The level assumed for an administrator whose back-end names none: the one with the fewest rights. */
const leastLevel = 4

/**
 * Reads the signed-in user. Missing roles are derived from his level, missing capabilities from the matrix of rights.
 */
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
  const namesCapabilities = isPlainObject(answer) && Array.isArray(answer['capabilities'])
  return {
    ...self,
    ...identity,
    officeLevel,
    isSystem,
    capabilities: namesCapabilities ? self.capabilities : [...capabilitiesOf(person, rightSwitches)],
  }
}

/** Defaults for the parts that a back-end omits from conf.app. */
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

const fillDefaults = (defaultValue: unknown, answered: unknown): unknown => {
  if (!isPlainObject(defaultValue)) return answered ?? defaultValue
  if (!isPlainObject(answered)) return defaultValue
  const names = Object.keys(defaultValue).filter(
    name => answered[name] == null || isPlainObject(defaultValue[name]),
  )
  return {
    ...answered,
    ...Object.fromEntries(names.map(name => [name, fillDefaults(defaultValue[name], answered[name])])),
  }
}

/** Reads conf.app and fills in defaults field by field. */
export const readConf = (answer: unknown): AppConfiguration =>
  readAnswer('conf.app', fillDefaults(defaults, answer), {})
