import { execFile } from 'node:child_process'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import { startHttpServer } from '../../../server/http/listen.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { folderOfTest } from '../../support/folder.ts'
import { runScript } from '../../support/script.ts'

const root = join(import.meta.dirname, '../../..')
const execute = promisify(execFile)

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const tokenFor = async (...capabilities: readonly string[]) => {
  const admin = await app.as('admin')
  const lastDay = firmDay(app.clock.now().getTime() + 30 * 24 * 3_600_000)
  const input = { name: '人事系统', lastDay, capabilities: [...capabilities], confirmPassword: password }
  return (await admin.call('apiTokens.add', input)).token
}

/** Serves the application on a port of its own while `work` runs. */
const served = async <T>(work: (api: string) => Promise<T>): Promise<T> => {
  const server = await startHttpServer(app.app, '127.0.0.1', 0, {})
  try {
    return await work(`http://127.0.0.1:${server.port}/api`)
  } finally {
    await server.close(0)
  }
}

/** The example beside the types of this release. */
const program = async () => {
  const folder = await folderOfTest('client')
  await copyFile(join(root, 'examples/client/people.ts'), join(folder, 'people.ts'))
  expect(await runScript('openapi', { args: [join(folder, 'openapi.json')] })).toMatchObject({ code: 0 })
  return folder
}

test('the example compiles with the types of this release, and lists and updates people with a token', async () => {
  const folder = await program()
  const compilerOptions = {
    incremental: false,
    tsBuildInfoFile: null,
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
  }
  const project = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['people.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project))
  await execute(process.execPath, [join(root, 'node_modules/typescript/lib/tsc.js'), '-p', folder])

  const token = await tokenFor('lawyer.view', 'lawyer.edit')
  const { stdout } = await served(API =>
    execute(process.execPath, [join(folder, 'people.ts'), '争议解决组'], {
      env: { ...process.env, API, TOKEN: token },
    }),
  )
  const admin = await app.as('admin')
  const { records } = await admin.call('lawyers.pageList', { pageSize: 200 })
  expect(stdout.trim().split('\n').length).toBeGreaterThan(1)
  expect(records.map(it => it.team).filter(it => !it)).toEqual([])
  expect(records.filter(it => it.team === '争议解决组').map(it => it.name)).toEqual(
    expect.arrayContaining(stdout.trim().split('\n')),
  )
})

test('a refusal ends the example with its sentence', async () => {
  const folder = await program()
  const token = await tokenFor('card.view')
  const ended = served(API =>
    execute(process.execPath, [join(folder, 'people.ts'), '组'], {
      env: { ...process.env, API, TOKEN: token },
    }),
  )
  await expect(ended).rejects.toMatchObject({ stderr: expect.stringContaining('/lawyer/pageList: ') })
})

test('a program cannot start a bulk action, whatever its rights', async () => {
  const token = await tokenFor('lawyer.view', 'lawyer.edit', 'list.export')
  const body = { resource: 'positions', action: 'enable', filter: {} }
  for (const path of ['/bulk', '/bulk/preview', '/bulk/sheet'])
    expect((await app.send('POST', path, { token, body })).body.code, path).toBe('4030')
})
