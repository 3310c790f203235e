/** Role names as stored in the user info (specification, sections 3 and 6; `mainAdmin` is domain.md §10.1). */
export type Role = 'admin' | 'mainAdmin' | 'system' | 'lawyer'

/** 1 administrator (firmAccessUser), 2 lawyer: the customer's user types. Ids are never compared without it. */
export type Population = 1 | 2
export const lawyer = 2 satisfies Population

/** Office-level codes: 1 总所主管理员, 2 总所子管理员, 3 分所主管理员, 4 分所子管理员. */
export type OfficeLevel = 1 | 2 | 3 | 4

/** Holding any one of the required roles suffices. */
export const holdsAny = (held: readonly Role[], required: readonly Role[]) =>
  required.some(it => held.includes(it))
