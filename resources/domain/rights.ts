import { keysOf } from '../kit/objects.ts'
import type { ExtensionName } from '../kit/extensionNames.ts'
import { extensions } from './extensions.ts'
import type { Level, Right, RightSwitches, Scope } from './right.ts'

export { type Level, rightSwitches, type RightSwitches, type Scope } from './right.ts'

const A = 'all'
const O = 'office'
const S = 'self'

/** The matrix of rights of docs/domain.md §1. A level that is not named does not have the right. */
export const rights = {
  'office.view': { grants: { L1: A, L2: A, L3: O, L4: O, system: A } },
  'office.create': { grants: { L1: A } },
  'office.edit': { grants: { L1: A, L2: A, L3: O }, within: 'offices.update' },
  'office.editContact': { grants: { L1: A, L2: A, L3: O, L4: O } },
  'office.close': { grants: { L1: A }, needsReason: true, needsPassword: true },
  'office.sort': { grants: { L1: A, L2: A } },
  'admin.view': { grants: { L1: A, L2: A, L3: O, L4: O, system: A } },
  'admin.create': { grants: { L1: A, L3: O } },
  'admin.edit': { grants: { L1: A, L3: O } },
  'admin.delete': { grants: { L1: A, L3: O }, needsReason: true },
  'admin.transferMain': {
    grants: { L1: A, L3: [O, 'l3TransferMain'] },
    needsPassword: true,
  },
  'lawyer.view': { grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S, system: A } },
  'lawyer.reveal': {
    grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S },
    within: 'lawyers.lawyerInfo',
  },
  'lawyer.create': { grants: { L1: A, L2: A, L3: O, L4: O } },
  'lawyer.pass': { grants: { L1: A, L2: A, L3: O, L4: [O, 'l4Lawyer'] } },
  'lawyer.edit': { grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S } },
  'lawyer.password': { grants: { L1: A, L2: A, L3: O, lawyer: S } },
  'lawyer.mobile': { grants: { L1: A, L2: A, L3: O, lawyer: S } },
  'lawyer.status': {
    grants: { L1: A, L2: A, L3: O },
    needsReason: true,
    within: 'lawyers.update',
  },
  'lawyer.leave': {
    grants: { L1: A, L2: A, L3: O },
    needsReason: true,
    within: 'lawyers.update',
  },
  'lawyer.transfer': { grants: { L1: A, L2: A } },
  'lawyer.transferRequest': { grants: { L3: O } },
  'lawyer.remove': { grants: { L1: A, L3: O }, needsReason: true },
  'lawyer.purge': { grants: { L1: A }, needsReason: true, needsPassword: true },
  'lawyer.export': {
    grants: { L1: A, L2: A, L3: O, L4: [O, 'l4Export'], lawyer: S },
    // The file may contain unmasked mobile numbers.
    needsReason: true,
  },
  'directory.sync': { grants: { L1: A, L2: A } },
  'card.view': { grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S, system: A } },
  'card.create': { grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S } },
  'card.edit': { grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S } },
  'card.submit': { grants: { lawyer: S } },
  'card.audit': { grants: { L1: A, L2: A, L3: O, L4: [O, 'l4Card'] } },
  'card.display': {
    grants: { L1: A, L2: A, L3: O, L4: O, lawyer: [S, 'selfHide'] },
    within: 'cards.update',
  },
  'mandate.view': { grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S } },
  'mandate.grant': { grants: { lawyer: S } },
  'mandate.end': { grants: { L1: A, L2: A, L3: O, lawyer: S }, within: 'mandates.end' },
  'card.delete': { grants: { L1: A, L2: A, L3: O }, needsReason: true },
  'card.purge': { grants: { L1: A }, needsReason: true, needsPassword: true },
  'card.restore': { grants: { L1: A, L2: A, L3: O, lawyer: S } },
  'card.remind': { grants: { L1: A, L2: A, L3: O, L4: O } },
  'card.verification': { grants: { L1: A } },
  'card.output': { grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S } },
  'article.view': { grants: { L1: A, L2: A, L3: A, L4: A, lawyer: S, system: A } },
  'article.create': { grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S } },
  'article.edit': { grants: { L1: A, L2: A, L3: O, L4: 'own', lawyer: S } },
  'article.purge': { grants: { L1: A }, needsReason: true, needsPassword: true },
  'article.parties': {
    grants: { L1: A, L2: A, L3: O, L4: 'own', lawyer: S },
    within: 'articles.one',
  },
  'article.pass': { grants: { L1: A, L2: A, L3: [O, 'l3Article'] } },
  'preview.share': { grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S } },
  'consent.withdraw': { grants: { L1: A, L2: A, L3: O, lawyer: S }, needsReason: true },
  'article.top': { grants: { L1: A, L2: A } },
  'article.user': { grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S } },
  'category.edit': { grants: { L1: A, L2: A } },
  'message.announce': { grants: { L1: A, L2: A, L3: O, system: A } },
  'log.view': { grants: { L1: A, L2: A, L3: O, L4: O, lawyer: S, system: A } },
  'list.export': { grants: { L1: A, L2: A, L3: O, L4: [O, 'l4Export'], lawyer: S } },
  'log.export': { grants: { L1: A, L3: O, lawyer: S }, needsReason: true },
  'conf.view': { grants: { L1: A, L2: A, L3: A, L4: A, system: A } },
  'conf.edit': { grants: { L1: A } },
  'profession.view': { grants: { L1: A, L2: A, L3: A, L4: A, system: A } },
  'profession.edit': { grants: { L1: A } },
  'post.edit': { grants: { L1: A } },
  'firm.edit': { grants: { L1: A } },
  'setting.edit': { grants: { system: A } },
  'compliance.rules': { grants: { L1: A, system: A } },
  'user.viewAs': { grants: { L1: A, L3: O, system: A } },
  'view.share': { grants: { L1: A, L2: A, L3: O, L4: O } },
  'hold.view': { grants: { L1: A, L2: A, system: A } },
  'hold.manage': { grants: { L1: A } },
  'privacy.handle': { grants: { L1: A, L3: O } },
  'privacy.evidence': { grants: { L1: A }, needsReason: true },
  'integration.manage': { grants: { L1: A } },
  'token.create': { grants: { L1: A }, needsPassword: true },
  'proposal.decide': { grants: { L1: A, L2: A, L3: O } },
  'session.kick': { grants: { L1: A, L3: O, lawyer: S } },
} as const satisfies Record<string, Right>

export type Capability = keyof typeof rights | ExtensionName

const allRights: Readonly<Record<Capability, Right>> = Object.assign(
  { ...rights },
  ...extensions.map(it => it.rights),
)
export const capabilities = keysOf(allRights)

/**
 * The rights that no call checks, neither as its own right nor as a second one. It must be `never`, otherwise
 * `resources/index.ts` does not compile.
 */
export type RightsWithoutCall<R, Calls extends Record<string, { who: string }>> = {
  [C in keyof R]: R[C] extends { within: keyof Calls } ? never : C
}[Exclude<keyof R, Calls[keyof Calls]['who']>]
export const isCapability = (who: string): who is Capability => who in allRights

/** The levels that may hold a capability, each with its scope. */
export const grantsOf = (capability: Capability): Right['grants'] => allRights[capability]?.grants ?? {}

/** The scope in which a level holds a capability, or null. */
export const scopeOf = (capability: Capability, level: Level, switches: RightSwitches): Scope | null => {
  const grant = grantsOf(capability)[level]
  if (grant === undefined) return null
  if (typeof grant === 'string') return grant
  const [scope, needed] = grant
  return switches[needed] ? scope : null
}

/** Whether a capability demands a reason or the caller's password. */
export const demandsOf = (capability: Capability) => {
  const right = allRights[capability]
  return { needsReason: right?.needsReason ?? false, needsPassword: right?.needsPassword ?? false }
}
