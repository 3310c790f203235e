import { entriesOf } from '../kit/objects.ts'
import type { LogAction } from './logVocabulary.ts'

/** The kinds by which the entries of a timeline (时间线) are filtered. */
export const timelineKinds = [
  ['change', '变更'],
  ['review', '审核'],
  ['message', '消息'],
  ['export', '导出'],
  ['reveal', '查看手机号'],
  ['signIn', '登录'],
] as const
export type TimelineKind = (typeof timelineKinds)[number][0]

/** The actions of the log by kind; all others are changes. */
export const timelineActions: Readonly<
  Record<Exclude<TimelineKind, 'change' | 'message'>, readonly LogAction[]>
> = {
  review: ['submit', 'withdraw', 'pass', 'refuse', 'approve', 'reject'],
  export: ['export'],
  reveal: ['reveal'],
  signIn: ['login', 'logout', 'loginFail', 'lock', 'recoveryCode', 'kick', 'viewAs', 'denied'],
}

export const kindOfAction = (action: string): TimelineKind =>
  entriesOf(timelineActions).find(([, actions]) => actions.some(it => it === action))?.[0] ?? 'change'
