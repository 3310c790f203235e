import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import {
  beginReset,
  completeReset,
  emptyDemoFolder,
  keepDemoFolder,
  prepareDemoFolder,
} from '../../../server/commands/demoFolder.ts'
import type { Envelope } from '../../support/app.ts'
import { folderOfTest } from '../../support/folder.ts'
import { runServer, type ServerProcess, until } from '../../support/process.ts'

const password = 'yanheng-demo-2026'
const silent = { warn: () => {} }
const hourMs = 3_600_000

const demoIn = async () => {
  const folder = await folderOfTest('demo')
  const clock = join(folder, 'clock')
  // The server's clock begins at a full hour, so that none passes during the test.
  const sinceFullHour = Date.now() % hourMs
  await writeFile(clock, String(-sinceFullHour))
  const dataDir = join(folder, 'data')
  const env = { DEMO: 'on', DEMO_RESET: 'on', DEMO_PASSWORD: password, CLOCK_OFFSET_FILE: clock }
  const start = (further: Record<string, string> = {}) => {
    const server = runServer({ DATA_DIR: dataDir, ...env, ...further })
    onTestFinished(async () => void (await server.stop()))
    return server
  }
  let hours = 0
  const letHourPass = () => writeFile(clock, String((hours += 1) * hourMs - sinceFullHour))
  return { dataDir, start, letHourPass }
}

const call = async (server: ServerProcess, path: string, init: RequestInit = {}) => {
  const port = /"port":(\d+),"msg":"listening"/.exec(server.output())![1]!
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, init)
  return (await response.json()) as Envelope
}

const signIn = async (server: ServerProcess) => {
  const body = new URLSearchParams({ account: 'admin', password })
  const answer = await call(server, '/auth/firmAccessUserLogin', { method: 'POST', body })
  expect(answer.code).toBe('200')
  return (answer.data as { token: string }).token
}

const positions = async (server: ServerProcess, token: string) => {
  const { data } = await call(server, '/firm/post/page?pageNum=1&pageSize=100', { headers: { token } })
  return (data as { records: { postName: string }[] }).records.map(it => it.postName)
}

const addPosition = async (server: ServerProcess, token: string) => {
  const headers = { token, 'content-type': 'application/json' }
  const post = { postName: '试用', postCode: 'Trial', postLevel: 9, isPartner: 0, needLicence: 0, sort: 1 }
  const body = JSON.stringify({ ...post, enabled: '1' })
  expect(await call(server, '/firm/post', { method: 'POST', headers, body })).toMatchObject({ code: '200' })
}

const isComplete = (dataDir: string) => existsSync(join(dataDir, 'demo-reset.json'))
const codeOf = async (server: ServerProcess, token: string) =>
  (await call(server, '/auth/self', { headers: { token } })).code

test('a demo starts anew at the full hour in the same process, and answers meanwhile that it is starting', async () => {
  const { dataDir, start, letHourPass } = await demoIn()
  const server = start()
  await server.isListening()
  await until(async () => isComplete(dataDir))
  await writeFile(join(dataDir, 'notes.txt'), 'not made by the demo')
  const token = await signIn(server)
  await addPosition(server, token)
  expect(await positions(server, token)).toContain('试用')
  expect((await call(server, '/firm/appconf')).data).toMatchObject({ demoReset: 1 })

  await letHourPass()
  const seen = new Set<string>()
  await until(async () => {
    const code = await codeOf(server, token)
    seen.add(code)
    return code === '4003'
  })
  expect(seen).toEqual(new Set(['200', '5030', '4003']))
  expect(await positions(server, await signIn(server))).not.toContain('试用')
  await until(async () => isComplete(dataDir))
  expect(await readFile(join(dataDir, 'notes.txt'), 'utf8')).toBe('not made by the demo')
  expect((await readdir(dataDir)).filter(it => it.startsWith('demo-removed-'))).toEqual([])
  expect(await server.stop()).toBe(0)
})

test('the next start finishes a reset during which the process was killed, and one that became due meanwhile', async () => {
  const { dataDir, start, letHourPass } = await demoIn()
  const first = start()
  await first.isListening()
  await until(async () => isComplete(dataDir))
  await addPosition(first, await signIn(first))
  await letHourPass()
  await until(async () => existsSync(join(dataDir, 'demo-reset.unfinished')))
  first.child.kill('SIGKILL')
  await first.ended
  const second = start()
  await second.isListening()
  const token = await signIn(second)
  expect(await positions(second, token)).not.toContain('试用')
  await until(async () => isComplete(dataDir))
  await addPosition(second, token)
  await second.stop()

  const third = start()
  await third.isListening()
  expect(await positions(third, token)).toContain('试用')
  await third.stop()
  await letHourPass()
  const fourth = start()
  await fourth.isListening()
  expect(await codeOf(fourth, token)).toBe('4003')
})

const at = (time: string) => () => new Date(`2027-03-01T${time}:00Z`)

test('a folder with data of others is refused, and so is one that was used without DEMO_RESET meanwhile', async () => {
  const dataDir = join(await folderOfTest('demo'), 'data')
  await mkdir(join(dataDir, 'files'), { recursive: true })
  await expect(prepareDemoFolder({ dataDir }, at('10:00'), silent)).rejects.toThrow(/DATA_DIR/)

  const own = join(await folderOfTest('demo'), 'data')
  expect(await prepareDemoFolder({ dataDir: own }, at('10:00'), silent)).toBeNull()
  await mkdir(join(own, 'files'))
  await expect(keepDemoFolder(own)).rejects.toThrow(/DEMO_RESET=on/)
  await completeReset(own, at('10:05')())
  expect(await prepareDemoFolder({ dataDir: own }, at('10:59'), silent)).toEqual(at('10:05')())
  await keepDemoFolder(own)
  await expect(prepareDemoFolder({ dataDir: own }, at('11:00'), silent)).rejects.toThrow(/DATA_DIR/)
  expect(existsSync(join(own, 'files'))).toBe(true)
})

test('what cannot be removed is set aside and logged, and removed by a later reset', async () => {
  const dataDir = await folderOfTest('demo')
  expect(await prepareDemoFolder({ dataDir }, at('10:00'), silent)).toBeNull()
  await completeReset(dataDir, at('10:00')())
  await mkdir(join(dataDir, 'files/1'), { recursive: true })
  const warnings: unknown[] = []
  const log = { warn: (facts: unknown) => void warnings.push(facts) }
  await beginReset(dataDir)
  await emptyDemoFolder(dataDir, log, () => Promise.reject(new Error('EIO')))
  expect(warnings).toHaveLength(1)
  const aside = () => readdir(dataDir).then(names => names.filter(it => it.startsWith('demo-removed-')))
  expect([existsSync(join(dataDir, 'files')), (await aside()).length]).toEqual([false, 1])
  await emptyDemoFolder(dataDir, log)
  expect([warnings.length, await aside()]).toEqual([1, []])
})
