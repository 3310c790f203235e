// An export of 100,000 log rows: time, size, memory, and how long the event loop is blocked. `npm run bench -- exports`.
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { logs } from '../../resources/logs.ts'
import { withClient } from '../../server/db/migrate.ts'
import { startApp } from '../support/app.ts'
import { setup } from '../support/database.ts'

const rows = 100_000

const fillLogs = `
  insert into logs (firm_id, seq, created_at, log_type, module, action, important, operator_type, operator_id, operator_name,
    target_type, target_id, target_name, target_org_id, summary, diff, result, ip, device, request_id, prev_hash, hash)
  select 1, n - 1000000, now() - n * interval '1 second', 2, 5, 'update', 1, 1, 1 + n % 50, '操作人' || n % 50, 'lawyers', n % 5000,
    '对象' || n % 5000, 1 + n % 3, '将【对象' || n % 5000 || '】的职位由“律师”改为“合伙人”' || n,
    '[{"field": "position", "label": "职位", "before": "律师", "after": "合伙人", "masked": 0}]', 1, '10.0.0.' || n % 250,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'R' || n, 'p', 'h'
  from generate_series(1, ${rows}) n`

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`
const print = (line: string) => void process.stdout.write(`${line}\n`)

const stop = await setup()
try {
  const app = await startApp()
  await withClient({ connectionString: app.database.url }, async client => {
    await client.query(`select set_config('app.firm_id', '1', false)`)
    await client.query(fillLogs)
    await client.query('vacuum analyze logs')
  })
  const { token } = await app.as('admin')
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const start = performance.now()
  const response = await app.fetch('/export/logs', {
    method: 'POST',
    headers: { Token: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      reason: '测量',
      columns: [...logs.list, ...Object.keys(logs.exports!.extraColumns)],
    }),
  })
  let bytes = 0
  for await (const chunk of response.body!) bytes += (chunk as Uint8Array).length
  const seconds = (performance.now() - start) / 1000
  clearInterval(watch)
  print(`${rows} rows: ${seconds.toFixed(1)} s, ${megabytes(bytes)}`)
  print(`memory: ${megabytes(before)} before, ${megabytes(peak)} at most`)
  print(
    `thread kept: p50 ${(delay.percentile(50) / 1e6).toFixed(0)} ms, p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms`,
  )
  await app.close()
} finally {
  await stop()
}
