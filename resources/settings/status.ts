import { z } from 'zod'

import { troubleNames } from '../domain/troubles.ts'
import { flag, get, nothing, sentence } from '../kit/index.ts'
import { smsSource } from './system.ts'

// How the installation is, for the operator. Numbers of people and messages are those of the own firm; the whole page is an
// addition to the specification.

const moment = z.string().nullable()

const output = z.object({
  checkedAt: z.string(),
  /** Problems that the operator has to solve, the most urgent first. */
  troubles: z.array(z.enum(troubleNames)),
  /** Empty where the environment does not set it. */
  release: z.string(),
  database: z.object({
    engine: z.string(),
    /** When the newest migration that the data has seen was written. */
    version: z.string(),
    pendingMigrations: z.int(),
    /** Streaming replicas that are connected to this server. */
    replicas: z.int(),
    /** The one that lists are read from, with milliseconds; null where it is gone or more than a second behind. */
    replica: z.object({ lagMs: z.int().nullable() }).nullish(),
  }),
  jobs: z.object({ waiting: z.int(), failed: z.int(), oldestSeconds: z.number().nullable() }),
  /** Free space and size of the disk of the data folder, in bytes. */
  disk: z.object({ free: z.number(), size: z.number() }),
  backup: z
    .object({
      at: z.string(),
      name: z.string(),
      /** How the backup was verified; null for one that was made by hand. */
      check: z.enum(['restored', 'read']).nullable(),
    })
    .nullable(),
  /** The last rows of the firm's log, held against what signs them. */
  log: z.object({ checkedRows: z.int(), isWhole: flag, lastAnchorAt: moment }),
  sms: z.object({ source: smsSource, isOn: flag, waiting: z.int(), failed: z.int() }),
  wechat: z.object({ isOn: flag, refusal: sentence().nullable() }),
  sessions: z.int(),
})

export const status = {
  name: 'status',
  calls: {
    read: get(
      '/system/status',
      'setting.edit',
      () => nothing,
      () => output,
      { isAddition: true, feature: 'setting.status' },
    ),
  },
}
