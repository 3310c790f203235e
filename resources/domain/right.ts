/** The scope of a right: all offices of the firm, the own office, own rows in the own office, or oneself. */
export type Scope = 'all' | 'office' | 'own' | 'self'

/** The six levels of callers. L1–L4 are the office-level codes 1–4 of the customer's specification (section 6). */
export type Level = 'L1' | 'L2' | 'L3' | 'L4' | 'lawyer' | 'system'

/** Settings of a firm that grant or withdraw a right (docs/domain.md §6.4), with their default values. */
export const rightSwitches = {
  l4Lawyer: true,
  l4Card: true,
  l3Article: true,
  l3TransferMain: false,
  l4Export: false,
  selfHide: true,
} as const
type RightSwitch = keyof typeof rightSwitches
export type RightSwitches = Record<RightSwitch, boolean>

type Grant = Scope | readonly [Scope, RightSwitch]

/** One row of the matrix of rights: who holds it, in which scope, and what its use demands. */
export type Right = {
  grants: Partial<Record<Level, Grant>>
  /** True if the caller must give a reason, which is logged. */
  needsReason?: true
  /** True if the caller must enter his password again. */
  needsPassword?: true
  /** The call that checks this right for some of its inputs, in addition to its own right. */
  within?: `${string}.${string}`
}
