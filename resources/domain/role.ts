/** Names of roles in the stored user info (specification, sections 3 and 6; `mainAdmin` is docs/domain.md §10.1). */
export type Role = 'admin' | 'mainAdmin' | 'system' | 'lawyer'

/**
 * The user types of the customer: 1 administrator (firmAccessUser), 2 lawyer. Both count ids from 1, so an id
 * identifies a person only together with the population.
 */
export type Population = 1 | 2
export const lawyerPopulation = 2 satisfies Population

/** Office-level codes: 1 总所主管理员, 2 总所子管理员, 3 分所主管理员, 4 分所子管理员. */
export type OfficeLevel = 1 | 2 | 3 | 4

/** Whether somebody has at least one of the required roles. */
export const hasAnyRole = (held: readonly Role[], required: readonly Role[]) =>
  required.some(it => held.includes(it))
