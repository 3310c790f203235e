import { expect, test } from 'vitest'

import type { InstallationFacts } from '../../../server/context/services.ts'
import type { DatabaseFacts } from '../../../server/services/operation/status.ts'
import { troublesOf } from '../../../server/services/operation/troubles.ts'

const now = new Date('2026-11-25T12:00:00Z')
const content = {
  firms: 1,
  suspended: 0,
  deleting: 0,
  admins: 1,
  lawyers: 1,
  sessions: 1,
  unsent: 0,
  sending: 0,
  isLogProtected: true,
  jobs: { waiting: 0, failed: 0, oldestSeconds: null },
}
const database: DatabaseFacts = { version: 1, pendingMigrations: 0, engine: '18.0', replicas: 0, content }
const installation: InstallationFacts = {
  release: '1.0.0',
  disk: { freeBytes: 50e9, sizeBytes: 100e9 },
  lastBackup: { at: '2026-11-25T00:00:00Z', file: 'x.tar', check: 'restored' },
  lastAnchorAt: '2026-11-25T11:00:00Z',
}

test('finds no trouble in a healthy installation', () => {
  expect(troublesOf(database, installation, now)).toEqual([])
})

test('reports each trouble, the most urgent first', () => {
  const jobs = { waiting: 3, failed: 1, oldestSeconds: 4_000 }
  const replica = { lagMs: null }
  const busy = {
    ...database,
    replica,
    forwarding: [
      { target: 'bucket' as const, behind: 3, oldestSeconds: 901, failingSince: null, failure: null },
    ],
    content: { ...content, isLogProtected: false, jobs, unsent: 2, deleting: 1 },
  }
  const lastBackup = { at: '2026-11-20T00:00:00Z', file: 'x.tar', check: 'read' as const }
  const bare = { ...installation, disk: { freeBytes: 1e9, sizeBytes: 100e9 }, lastBackup, lastAnchorAt: null }
  expect(troublesOf(busy, bare, now, { isLogWhole: false, wechatRefusal: 'invalid appid' })).toEqual([
    'logBroken',
    'logUnprotected',
    'diskLow',
    'backupOld',
    'backupUnproven',
    'jobsLate',
    'jobsFailed',
    'messagesUnsent',
    'wechatRefused',
    'replicaLate',
    'deletionUnfinished',
    'logNotForwarded',
    'noAnchor',
  ])
  const older = { ...database, pendingMigrations: 2, content: null }
  expect(troublesOf(older, { ...installation, lastBackup: null }, now)).toEqual(['migrate', 'noBackup'])
})
