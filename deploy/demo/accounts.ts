import type { Population } from '../../resources/domain/role.ts'

/** An account that the static demo offers, with who that is in Chinese and English. */
export type DemoAccount = { account: string; userType: Population; who: readonly [string, string] }

/** One account for each kind of person; the README lists all of the demo firm. */
export const demoAccounts: readonly DemoAccount[] = [
  { account: 'admin', userType: 1, who: ['总所主管理员', 'Main administrator'] },
  { account: 'branch', userType: 1, who: ['分所主管理员', 'Office administrator'] },
  { account: 'system', userType: 1, who: ['平台运营', 'Operator'] },
  { account: '13800000001', userType: 2, who: ['律师', 'Lawyer'] },
]

/** The password that the recorder signs in with, on a database that exists only while it runs. */
export const recordingPassword = 'static-demo-recording'
