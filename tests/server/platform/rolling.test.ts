import { expect, onTestFinished, test } from 'vitest'

import { startApp } from '../../support/app.ts'
import { folderOfTest } from '../../support/folder.ts'
import { runServer, type ServerProcess, until } from '../../support/process.ts'

/** Like a proxy: a process that refuses the connection is skipped and the next one is asked. */
const isRefused = (error: unknown) => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && (cause.code === 'ECONNREFUSED' || cause.code === 'UND_ERR_SOCKET'))
      return cause.code === 'ECONNREFUSED'
  return false
}

test('two processes are replaced one by one under load without a failed call', async () => {
  const folder = await folderOfTest('rolling')
  const app = await startApp()
  onTestFinished(() => app.close())
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: app.database.url,
    SMS_PROVIDER: 'none',
    DRAIN_SECONDS: '1',
  }
  const start = async () => {
    const server = runServer(env)
    await server.isListening()
    return server
  }
  const { token, call } = await app.as('admin')
  const { postId } = await call('positions.add', {
    postName: '替换期间',
    postCode: 'While replaced',
    postLevel: 9,
    isPartner: 0,
    needLicence: 0,
    sort: 1,
    enabled: '1',
  })
  let running: ServerProcess[] = [await start(), await start()]
  onTestFinished(async () => void (await Promise.all(running.map(it => it.stop()))))

  let isDone = false
  let answered = 0
  const failures: unknown[] = []
  const ask = async (path: string, turn: number): Promise<void> => {
    for (const server of [running[turn % 2]!, running[(turn + 1) % 2]!]) {
      try {
        const { code } = await (await server.get(path, { token })).json()
        if (code === '200') answered += 1
        else failures.push(code)
        return
      } catch (error) {
        if (!isRefused(error)) return void failures.push(error)
      }
    }
    failures.push('nobody answered')
  }
  const load = Array.from({ length: 4 }, async (_, connection) => {
    for (let turn = connection; !isDone; turn += 1) {
      await ask(
        turn % 3 === 0 ? '/api/lawyer/pageList?pageNum=1&pageSize=20' : `/api/firm/post/${postId}`,
        turn,
      )
    }
  })
  for (const index of [0, 1]) {
    const old = running[index]!
    const fresh = await start()
    const ending = old.stop()
    // The proxy learns about draining from this answer; a draining process still answers requests.
    await until(async () => (await old.get('/health/ready')).status === 503)
    running = running.with(index, fresh)
    expect(await ending).toBe(0)
  }
  isDone = true
  await Promise.all(load)
  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(100)
  // Four processes start one after the other, which takes a minute and more on a busy machine.
})
