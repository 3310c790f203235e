import { execFileSync } from 'node:child_process'
import { open, readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { addAnchors, allAnchors, recentAnchors } from '../../../server/process/anchors.ts'
import { openSeal, useSeal } from '../../../server/process/auditSeal.ts'
import { readConfig } from '../../../server/process/config.ts'
import { installationFacts } from '../../../server/services/operation/installation.ts'
import { startApp } from '../../support/app.ts'
import { folderOfTest } from '../../support/folder.ts'
import { runServer } from '../../support/process.ts'

const megabyte = 1024 * 1024
const head = (seq: number) => ({ at: `2026-01-01T00:00:0${seq}.000Z`, firmId: 1, seq, hash: `hash ${seq}` })

describe('the file of the anchors', () => {
  let folder = ''
  const file = () => join(folder, 'audit-anchors.jsonl')
  beforeEach(async () => {
    folder = await folderOfTest('anchors')
    useSeal(await openSeal(readConfig({ DATA_DIR: folder }), true))
    // The key belongs to the process, in which other test files run afterwards.
    return () => useSeal(undefined)
  })
  const readAll = async () => (await Array.fromAsync(allAnchors())).map(it => it?.seq ?? null)

  test('is read from its end for the status page, however long it is', async () => {
    await addAnchors([head(1)])
    const [anchor] = await recentAnchors()
    // Longer than any text of JavaScript may be; the hole takes no room on the disk.
    await truncate(file(), 600 * megabyte)
    const written = await open(file(), 'a')
    await written.write(`\n${JSON.stringify(anchor)}\n`)
    await written.close()
    expect(await recentAnchors()).toMatchObject([head(1)])
    const facts = await installationFacts({ dataDir: folder }, () => Promise.resolve(null))
    expect(facts.lastAnchorAt).toBe(head(1).at)
  })

  test('is renamed once it is full, and all of it is still read', async () => {
    await addAnchors([head(1)])
    await truncate(file(), 15 * megabyte)
    await addAnchors([head(2)])
    await truncate(file(), 16 * megabyte)
    await addAnchors([head(3)])
    await addAnchors([head(4)])
    expect((await readdir(folder)).filter(it => it.endsWith('.jsonl')).toSorted()).toEqual([
      'audit-anchors-2026-01-01T00-00-03-000Z.jsonl',
      'audit-anchors.jsonl',
    ])
    expect((await readAll()).filter(it => it !== null)).toEqual([1, 3, 4])
    expect((await recentAnchors()).map(it => it.seq)).toEqual([3, 4])
  })

  test('shows lines that this key did not sign as none', async () => {
    await addAnchors([head(1)])
    const [anchor] = await recentAnchors()
    const lines = [anchor, { ...anchor, seq: 9 }, 'text'].map(it => JSON.stringify(it))
    await writeFile(file(), `${lines.join('\n')}\nhalf a li`)
    expect(await readAll()).toEqual([1, null, null, null])
    expect(await recentAnchors()).toMatchObject([head(1)])
  })
})

test.skipIf(process.platform === 'win32')('a start does not wait for the anchors', async () => {
  const app = await startApp()
  const folder = await folderOfTest('slow-anchors')
  await (await app.as('admin')).call('categories.add', { kind: 3, typeName: '知产', sort: 0, enabled: 1 })
  const path = join(folder, 'audit-anchors.jsonl')
  // Whoever writes to it waits for a reader.
  execFileSync('mkfifo', [path])
  const server = runServer({ DATA_DIR: folder, DATABASE_URL: app.database.url, SMS_PROVIDER: 'none' })
  onTestFinished(async () => {
    const reader = await open(path, 'r+')
    await server.stop()
    await reader.close()
    await app.close()
  })
  await server.isListening()
  expect((await server.get('/health/ready')).status).toBe(200)
})
