import { z } from 'zod'

import { deleteCall, flag, getCall, id, reason, text } from '../kit/index.ts'

/** A session of a person on one device. */
export const device = z.object({
  id: z.int(),
  device: z.string().nullable(),
  ip: z.string().nullable(),
  /** Time of the sign-in. */
  createdAt: z.string().nullable(),
  lastAt: z.string(),
  /** Name of the administrator who looks at the account in this session; absent in a session of the person. */
  viewerName: z.string().optional(),
  /** 1 for the session of the current request. */
  current: flag,
})

/** Additional calls that list the sessions of another person (登录设备) and end them (强制下线). */
export const deviceCalls = (path: `/${string}`) => ({
  devices: getCall(
    path,
    'session.kick',
    () => z.strictObject({ id }),
    () => z.array(device),
    { isAddition: true },
  ),
  /** Ends one session, or all of them. The session of the current request is never ended. */
  kick: deleteCall(
    path,
    'session.kick',
    () => z.strictObject({ id, sessionId: id.optional(), reason }),
    () => z.object({ ended: z.int() }),
    { isAddition: true },
  ),
})

/** The action 登录设备, which lists a person's sessions and can end each. */
export const devicesAction = {
  call: 'devices',
  label: '登录设备',
  on: ['row', 'detail'],
  dialog: 'devices',
} as const

/** The action 强制下线, which ends all sessions of a person. */
export const kickAction = {
  call: 'kick',
  label: '强制下线',
  on: ['row', 'detail'],
  ask: { reason: text('下线原因', { min: 2, max: 200, isMultiline: true }) },
  confirm: '该人员的所有设备立即退出登录，正在填写的内容可能来不及保存；密码不变，可以重新登录。',
  isDanger: true,
} as const
