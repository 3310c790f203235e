import { z } from 'zod'

import { logTargetNames } from '../domain/logTargets.ts'
import { troubleNames } from '../domain/troubles.ts'
import { flag, getCall, emptyInput, sentence } from '../kit/index.ts'
import { smsSource } from './system.ts'

// The state of the installation, for the operator. Numbers of people and messages are those of the operator's own
// firm. The call is an addition to the specification.

const moment = z.string().nullable()

const output = z.object({
  checkedAt: z.string(),
  /** Problems that the operator has to solve, the most urgent first. */
  troubles: z.array(z.enum(troubleNames)),
  /** Empty if the environment does not set it. */
  release: z.string(),
  database: z.object({
    engine: z.string(),
    /** Time at which the newest applied migration was written. */
    version: z.string(),
    pendingMigrations: z.int(),
    /** Number of streaming replicas connected to this server. */
    replicas: z.int(),
    /**
     * The replica that lists are read from, with its lag in milliseconds. `lagMs` is null if the replica is
     * unreachable or more than one second behind.
     */
    replica: z.object({ lagMs: z.int().nullable() }).nullish(),
  }),
  jobs: z.object({ waiting: z.int(), failed: z.int(), oldestSeconds: z.number().nullable() }),
  /** Free space and size in bytes of the disk with the data folder. */
  disk: z.object({ free: z.number(), size: z.number() }),
  backup: z
    .object({
      at: z.string(),
      name: z.string(),
      /** How the backup was verified; null for a backup made by hand. */
      check: z.enum(['restored', 'read']).nullable(),
    })
    .nullable(),
  /** Check of the last rows of the firm's log against their signatures. */
  log: z.object({
    checkedRows: z.int(),
    isWhole: flag,
    lastAnchorAt: moment,
    /** Where the log is forwarded to, the rows that are missing there, and why the last attempt failed. */
    forwarding: z
      .array(z.object({ target: z.enum(logTargetNames), behind: z.int(), failure: sentence().nullable() }))
      .nullish(),
  }),
  sms: z.object({ source: smsSource, isOn: flag, waiting: z.int(), failed: z.int() }),
  wechat: z.object({ isOn: flag, refusal: sentence().nullable() }),
  sessions: z.int(),
})

export const systemStatus = {
  name: 'status',
  calls: {
    read: getCall(
      '/system/status',
      'setting.edit',
      () => emptyInput,
      () => output,
      { isAddition: true, feature: 'setting.operator.status' },
    ),
  },
}
