import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'

import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished, test } from 'vitest'
import { z } from 'zod'

import type { LogTargetName } from '../../../resources/domain/logTargets.ts'
import type { LogTarget } from '../../../server/context/services.ts'
import type { Tools } from '../../../server/commands/command.ts'
import { suspendFirmCommand } from '../../../server/commands/firms.ts'
import { deleteFirmCommand } from '../../../server/commands/leavingFirm.ts'
import { firms, logForwards } from '../../../server/db/tables.ts'
import { readConfig } from '../../../server/process/config.ts'
import { createLog } from '../../../server/process/log.ts'
import { readEveryFirm } from '../../../server/db/rules/rules.ts'
import { appendLogEntries, type LogEntry } from '../../../server/services/audit/audit.ts'
import { s3Client } from '../../../server/services/files/s3.ts'
import { logBucket, logReceiver } from '../../../server/services/integrations/logTargets.ts'
import { enqueue } from '../../../server/services/jobs/queue.ts'
import { operatorOrigin } from '../../../server/services/operation/operator.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { startBucket } from '../../support/bucket.ts'
import { folderOfTest } from '../../support/folder.ts'
import { runServer, until } from '../../support/process.ts'
import { startReceiver } from '../../support/webhookReceiver.ts'

const root = join(import.meta.dirname, '../../..')
const token = 'a-token-that-nobody-else-may-read'

const lineShape = z.object({ firmId: z.int(), seq: z.int(), id: z.int(), content: z.string() })
type Line = z.output<typeof lineShape>
const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => lineShape.parse(JSON.parse(line)))

/** The program that comes with each export, over a copy of forwarded logs. */
const verifyCopy = (path: string) => {
  const program = join(root, 'server/services/operation/export/verify.mjs')
  const env = { PATH: process.env['PATH'] }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, path], { env, encoding: 'utf8' })
  return { status, text: stdout + stderr }
}

const targets: Partial<Record<LogTargetName, LogTarget>> = {}
let app: TestApp
beforeEach(async () => {
  app = await startApp({ services: { logTargets: targets } })
  return async () => {
    delete targets.receiver
    delete targets.bucket
    await app.close()
  }
})

/** Appends entries to the log of a firm, as its changes do. */
const writeLog = (firmId: number, count: number) => {
  const entries = Array.from({ length: count }, (_, at): LogEntry => ({
    module: 13,
    action: 'export',
    summary: `第${at}次导出`,
    isAutomatic: true,
  }))
  return app.database.write(firmId, db => appendLogEntries(db, operatorOrigin(firmId, 'test'), entries))
}

const ofAllFirms = async <R extends Record<string, unknown>>(statement: string): Promise<R[]> =>
  app.database.read(null, async ({ $client: client }) => {
    await readEveryFirm(client)
    return (await client.query<R>(statement)).rows
  })

const lastPlace = async (firmId: number): Promise<number> => {
  const { rows } = await app.database.read(firmId, db =>
    db.execute<{ seq: number }>(sql`select seq::int from log_heads where firm_id = ${firmId}`),
  )
  return rows[0]!.seq
}
/** The places that do not follow the one before, of a log that begins with 1. */
const disorderOf = (places: readonly number[]) =>
  places.flatMap((place, at) => (place === at + 1 ? [] : [{ at, place }])).slice(0, 3)
const wholeLog = async (places: readonly number[], firmId: number) => {
  expect(disorderOf(places)).toEqual([])
  expect(places).toHaveLength(await lastPlace(firmId))
}

/** What the job of each minute does, and then the jobs that it has added. */
const letMinutePass = async () => {
  await app.database.write(null, db => enqueue(db, 'releaseAbandonedJobs', {}))
  await app.runJobs()
  await app.runJobs()
}

const openReceiver = async (timeoutMs?: number) => {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const { url, received } = receiver
  targets.receiver = logReceiver({ url, token }, timeoutMs)
  return { ...receiver, lines: () => received.flatMap(({ body }) => linesOf(body)) }
}
const placesOf = (lines: readonly Line[], firmId: number) =>
  lines.filter(line => line.firmId === firmId).map(({ seq }) => seq)

const forwardingOnPage = async () => {
  const { call } = await app.as('system')
  return (await call('status.read')).log.forwarding
}

describe('the log', () => {
  it('stays in the database, without a job, where no target is named', async () => {
    await letMinutePass()
    const { rows } = await app.database.pool.query(
      "select from graphile_worker._private_jobs where key like 'forwardLog%'",
    )
    expect(rows).toEqual([])
    expect(await forwardingOnPage()).toEqual([])
  })

  it('reaches the receiver in the order of its chain, firm by firm, and only what is new', async () => {
    const { received, lines } = await openReceiver()
    await writeLog(1, 3)
    await writeLog(2, 2)
    await letMinutePass()
    const before = lines().length
    await wholeLog(placesOf(lines(), 1), 1)
    await wholeLog(placesOf(lines(), 2), 2)
    expect(received[0]!.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-ndjson',
    })
    await writeLog(1, 1)
    await letMinutePass()
    await letMinutePass()
    await wholeLog(placesOf(lines(), 1), 1)
    expect(lines()).toHaveLength(before + 1)
    expect(await forwardingOnPage()).toEqual([{ target: 'receiver', behind: 0, failure: null }])
  })

  it('is forwarded as a whole where twenty thousand rows are missing', async () => {
    const { received, lines } = await openReceiver()
    await writeLog(1, 20_000)
    await letMinutePass()
    await wholeLog(placesOf(lines(), 1), 1)
    expect(received.length).toBeLessThan(100)
  })

  const hang = () => {}
  const fail = (response: ServerResponse) => response.writeHead(500).end(token)
  it.each([
    ['hangs', hang, '10秒内没有响应'],
    ['fails', fail, '接收方答复 HTTP 500'],
  ])('waits while the receiver %s, says why, and loses nothing', async (_, answer, reason) => {
    const receiver = await openReceiver(200)
    await writeLog(1, 2)
    await writeLog(2, 2)
    receiver.answerWith(answer)
    await letMinutePass()
    const attempts = receiver.received.length
    expect(attempts).toBeGreaterThan(0)
    const last = await lastPlace(1)
    const [state] = (await forwardingOnPage())!
    expect(state).toMatchObject({ target: 'receiver', failure: reason })
    expect(state!.behind).toBeGreaterThanOrEqual(last)
    const stored = await ofAllFirms<{ text: string }>(
      'select last_error as text from graphile_worker._private_jobs union all select failure from log_forwards',
    )
    expect(stored.map(({ text }) => text)).toContain(reason)
    expect(JSON.stringify(stored)).not.toContain(token)
    receiver.received.length = 0
    receiver.answerStatus(200)
    await app.runJobs('all')
    await wholeLog(placesOf(receiver.lines(), 1), 1)
    expect(await forwardingOnPage()).toEqual([expect.objectContaining({ failure: null })])
  })

  it('is failing from the first refusal since the target has last accepted something', async () => {
    const receiver = await openReceiver()
    const failingSince = async () => {
      const [row] = await app.database.read(1, db =>
        db.select({ at: logForwards.failingSince }).from(logForwards).where(eq(logForwards.firmId, 1)),
      )
      return row!.at
    }
    const forward = async (status: number) => {
      receiver.answerStatus(status)
      await writeLog(1, 1)
      app.clock.advance(3_600_000)
      await app.database.write(null, db => enqueue(db, 'releaseAbandonedJobs', {}))
      await app.runJobs('all')
      await app.runJobs('all')
      return failingSince()
    }
    const first = await forward(503)
    expect(first).toBeInstanceOf(Date)
    expect(await forward(503)).toEqual(first)
    expect(await forward(204)).toBeNull()
    const second = await forward(503)
    expect(second!.getTime() - first!.getTime()).toBeGreaterThan(2 * 3_600_000)
  })

  it('of one firm that the receiver refuses does not keep back the others', async () => {
    const receiver = await openReceiver()
    await writeLog(1, 2)
    await writeLog(2, 2)
    receiver.answerWith(response =>
      response.writeHead(receiver.received.at(-1)!.body.startsWith('{"firmId":1,') ? 422 : 204).end(),
    )
    await letMinutePass()
    await wholeLog(placesOf(receiver.lines(), 2), 2)
    expect(await forwardingOnPage()).toEqual([expect.objectContaining({ failure: '接收方答复 HTTP 422' })])
  })

  it('of one firm that the receiver refuses or fails on is tried again while new rows of the others arrive', async () => {
    const receiver = await openReceiver()
    const answerFirmOne = (status: number) =>
      receiver.answerWith(response =>
        response.writeHead(receiver.received.at(-1)!.body.startsWith('{"firmId":1,') ? status : 204).end(),
      )
    answerFirmOne(422)
    await writeLog(1, 2)
    await letMinutePass()
    await writeLog(2, 1)
    await letMinutePass()
    await wholeLog(placesOf(receiver.lines(), 2), 2)
    answerFirmOne(500)
    await writeLog(2, 1)
    await letMinutePass()
    await wholeLog(placesOf(receiver.lines(), 2), 2)
    expect(await forwardingOnPage()).toEqual([expect.objectContaining({ failure: '接收方答复 HTTP 500' })])
  })

  it('of many firms is not offered firm by firm to a receiver that is down', async () => {
    const receiver = await openReceiver(200)
    for (let firmId = 1; firmId < 10; firmId += 1) await writeLog(firmId, 1)
    receiver.answerWith(hang)
    await letMinutePass()
    expect(receiver.received).toHaveLength(3)
  })

  it('that is missing at its target for more than 15 minutes is a trouble', async () => {
    const { answerStatus } = await openReceiver()
    answerStatus(503)
    await app.database.write(1, db => {
      const origin = { ...operatorOrigin(1, 'test'), now: new Date(Date.now() - 16 * 60_000) }
      return appendLogEntries(db, origin, [{ module: 13, action: 'export', isAutomatic: true }])
    })
    const { call } = await app.as('system')
    expect((await call('status.read')).troubles).toContain('logNotForwarded')
  })

  it('reaches the bucket in compressed files, from which its chain is verified', async () => {
    const folder = await folderOfTest('logs')
    const { bucket, stop } = await startBucket(join(folder, 'bucket'))
    onTestFinished(stop)
    targets.bucket = logBucket({ ...bucket, url: `${bucket.url}/logs`, prefix: 'logs' })
    await writeLog(1, 700)
    await writeLog(2, 2)
    await letMinutePass()
    await writeLog(1, 1)
    await letMinutePass()
    const copy = join(folder, 'copy')
    await mkdir(copy)
    const read = s3Client(bucket)
    const shape = z.object({})
    const list = await read(`${bucket.url}?prefix=logs/`, { method: 'GET', statuses: [200], shape })
    const xml = await new Response(list!.body).text()
    const names = [
      ...xml.matchAll(/<Key>logs\/(log-firm\d+-\d{9}-\d{9}-[0-9a-f]{12}\.jsonl\.gz)<\/Key>/g),
    ].map(([, name]) => name!)
    expect(names).toHaveLength(4)
    for (const name of names) {
      const found = await read(`${bucket.url}/logs/${name}`, { method: 'GET', statuses: [200], shape })
      await writeFile(join(copy, name), new Uint8Array(await new Response(found!.body).arrayBuffer()))
    }
    const verified = verifyCopy(copy)
    expect(verified).toMatchObject({ status: 0 })
    expect(verified.text).toContain(`firm 1: rows 1-${await lastPlace(1)}, `)
    expect(verified.text).toContain(`firm 2: rows 1-${await lastPlace(2)}, `)
  })
})

test('a firm is not deleted while a target lacks rows of its log', async () => {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const { connection } = app.database
  const config = readConfig({ DATA_DIR: await folderOfTest('data'), LOG_FORWARD_URL: receiver.url })
  const tools: Tools = {
    config,
    log: createLog('silent'),
    connection,
    owner: connection,
    superuser: undefined,
    print: () => {},
  }
  await suspendFirmCommand.run(tools, '2')
  const firm = (await app.database.read(2, db => db.select().from(firms)))[0]!
  const remove = () => deleteFirmCommand.run(tools, '2', firm.name)
  await expect(remove()).rejects.toThrow(`${receiver.url} 还差`)
  targets.receiver = logReceiver({ url: receiver.url, token: undefined })
  await letMinutePass()
  await remove()
  expect(await ofAllFirms('select from log_forwards where firm_id = 2')).toEqual([])
})

test('an object of the bucket is not replaced by other rows at the same places, as after a restore', async () => {
  const { bucket, stop } = await startBucket(join(await folderOfTest('logs'), 'bucket'))
  onTestFinished(stop)
  const target = logBucket(bucket)
  for (const lines of ['{"seq":1,"id":7}\n', '{"seq":1,"id":8}\n', '{"seq":1,"id":8}\n'])
    await target.send({ firmId: 1, from: 1, to: 1, lines })
  const shape = z.object({})
  const list = await s3Client(bucket)(`${bucket.url}?prefix=`, { method: 'GET', statuses: [200], shape })
  expect((await new Response(list!.body).text()).match(/<Key>/g)).toHaveLength(2)
})

test.each([204, 500])(
  'nothing is stored about a firm whose log was deleted before the answer %i',
  async status => {
    const receiver = await openReceiver()
    receiver.answerWith(response => {
      if (!receiver.received.at(-1)!.body.startsWith('{"firmId":2,'))
        return void response.writeHead(204).end()
      void app.database
        .write(2, db => db.execute(sql`delete from log_heads where firm_id = 2`))
        .then(() => response.writeHead(status).end())
    })
    await writeLog(2, 1)
    await letMinutePass()
    expect(await ofAllFirms('select from log_heads where firm_id = 2')).toEqual([])
    expect(await ofAllFirms('select from log_forwards where firm_id = 2')).toEqual([])
  },
)

describe('a copy of the log', () => {
  const copyOf = async (change: (lines: string[]) => string[]) => {
    const receiver = await openReceiver()
    await writeLog(1, 5)
    await letMinutePass()
    const path = join(await folderOfTest('logs'), 'copy.jsonl')
    const lines = receiver.received.flatMap(({ body }) => body.trimEnd().split('\n'))
    await writeFile(path, change(lines).join('\n'))
    return verifyCopy(path)
  }

  it('is valid with repeated rows and in any order', async () => {
    expect(await copyOf(lines => [...lines, ...lines].toReversed())).toMatchObject({ status: 0 })
  })

  it('without rows is not, and names the number of files that it skipped', async () => {
    const folder = await folderOfTest('logs')
    await writeFile(join(folder, 'copy.txt'), '')
    expect(verifyCopy(folder)).toMatchObject({
      status: 1,
      text: expect.stringMatching(/skipped.*: 1\nno rows were found\nNOT OK/) as string,
    })
  })

  it.each([
    [
      'without a row',
      (lines: string[]) => lines.filter((_, at) => at !== 2),
      'rows 3-3: are not in the copy',
    ],
    [
      'with a changed row',
      (lines: string[]) =>
        lines.map((line, at) => (at === 2 ? line.replace('operatorName', 'operatorNome') : line)),
      'row 3: was rewritten',
    ],
  ])('%s is not', async (_, change, problem) => {
    const { status, text } = await copyOf(change)
    expect(status).toBe(1)
    expect(text).toContain(problem)
  })
})

test('two processes, of which one is killed while it forwards, bring every row to the receiver in order', async () => {
  await writeLog(1, 20_000)
  await writeLog(2, 300)
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const settings = {
    DATABASE_URL: app.database.url,
    AUDIT_KEY: 'the-same-key-in-every-process-of-this-test',
    SMS_PROVIDER: 'none',
    LOG_FORWARD_URL: receiver.url,
    LOG_FORWARD_TOKEN: token,
  }
  const minutePasses = () =>
    app.database.write(null, async db => {
      await db.execute(sql`update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes'
          where locked_by is not null`)
      await enqueue(db, 'releaseAbandonedJobs', {})
    })
  const killed = runServer(settings)
  await killed.isListening()
  await minutePasses()
  await until(async () => receiver.received.length > 3)
  killed.child.kill('SIGKILL')
  await killed.ended
  const others = [runServer({ ...settings, MANAGEMENT_PORT: '0' }), runServer(settings)]
  onTestFinished(async () => void (await Promise.all(others.map(other => other.stop()))))
  await Promise.all(others.map(other => other.isListening()))
  const lines = () => receiver.received.flatMap(({ body }) => linesOf(body))
  const isComplete = async () => {
    const rows = await ofAllFirms(`select from log_heads as head
        left join log_forwards as forward on forward.firm_id = head.firm_id where head.seq > coalesce(forward.seq, 0)`)
    return rows.length === 0
  }
  await minutePasses()
  await until(isComplete)
  for (const firmId of [1, 2]) await wholeLog([...new Set(placesOf(lines(), firmId))], firmId)
  const path = join(await folderOfTest('logs'), 'copy.jsonl')
  await writeFile(path, receiver.received.map(({ body }) => body).join(''))
  expect(verifyCopy(path)).toEqual({ status: 0, text: expect.stringMatching(/^OK$/m) as string })
  const printed = others.map(other => other.output() + other.errors()).join('') + killed.output()
  expect(printed).not.toContain(token)
  const [, port] = /"port":(\d+),"msg":"management port"/.exec(others[0]!.output())!
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(metrics).toMatch(/^tenant_admin_log_behind\{.*target="receiver".*\} 0$/m)
  const status = runServer(settings, { entry: 'dist-server/cli.js', args: ['status'] })
  await status.ended
  expect(status.output()).toContain(`日志转发 (log forwarded to) ${receiver.url}: 落后 (behind) 0`)
}, 240_000)
