import type { Level } from './rights.ts'

/** The names of the levels of callers. */
export const levelLabels: Readonly<Record<Level, string>> = {
  L1: '总所主管理员',
  L2: '总所子管理员',
  L3: '分所主管理员',
  L4: '分所子管理员',
  lawyer: '律师',
  system: '系统账号',
}
