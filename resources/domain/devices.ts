import { z } from 'zod'

import { del, flag, get, id, reason, text } from '../kit/index.ts'

/** Where somebody is signed in. */
export const device = z.object({
  id: z.int(),
  device: z.string().nullable(),
  ip: z.string().nullable(),
  /** When it signed in. */
  createdAt: z.string().nullable(),
  lastAt: z.string(),
  /** The one that asks. */
  current: flag,
})

/** 登录设备 and 强制下线 of other people, of one population: additions to the specification. */
export const deviceCalls = (path: `/${string}`) => ({
  devices: get(
    path,
    'session.kick',
    () => z.strictObject({ id }),
    () => z.array(device),
    { isAddition: true },
  ),
  /** One session, or all of them; never the one that asks. */
  kick: del(
    path,
    'session.kick',
    () => z.strictObject({ id, sessionId: id.optional(), reason }),
    () => z.object({ ended: z.int() }),
    { isAddition: true },
  ),
})

/** 登录设备 of somebody, and the way to end one session. */
export const devicesAction = {
  call: 'devices',
  label: '登录设备',
  on: ['row', 'detail'],
  dialog: 'devices',
} as const

/** 强制下线 of all that somebody has open. */
export const kickAction = {
  call: 'kick',
  label: '强制下线',
  on: ['row', 'detail'],
  ask: { reason: text('下线原因', { min: 2, max: 200, isMultiline: true }) },
  confirm: '该人员的所有设备立即退出登录，正在填写的内容可能来不及保存；密码不变，可以重新登录。',
  isDanger: true,
} as const
