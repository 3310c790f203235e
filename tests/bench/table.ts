// A hundred rows and one checkbox: the product's table, react-admin's DataTable with the same list context, and a
// plain table of the same cells, in turn, in one run. `npm run bench -- table`.
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

import { serve } from '@hono/node-server'
import react from '@vitejs/plugin-react'
import { Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { build } from 'vite'

import { openBrowser } from '../support/browser.ts'
import { createFolder } from '../support/folder.ts'

const rounds = 15
const tables = ['a plain table', 'ours', 'DataTable']
type Times = { mount: number; check: number }

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const { path: outDir, remove } = await createFolder('table')
await build({
  root: join(import.meta.dirname, 'table'),
  configFile: false,
  plugins: [react()],
  build: { outDir, emptyOutDir: true },
  logLevel: 'error',
})
const app = new Hono().get('*', async http => {
  const path = http.req.path === '/' ? '/index.html' : http.req.path
  const bytes = await readFile(join(outDir, path)).catch(() => null)
  return bytes
    ? http.body(new Uint8Array(bytes), 200, { 'Content-Type': getMimeType(extname(path)) ?? 'text/html' })
    : http.body(null, 204)
})
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
await new Promise(resolve => server.once('listening', resolve))
const { port } = server.address() as { port: number }
const browser = await openBrowser()
try {
  const page = await browser.newPage()
  // Without this limit a table that never appears would block the run.
  page.on('pageerror', error => {
    throw error
  })
  await page.goto(`http://127.0.0.1:${port}/`)
  const results = new Map<string, Times[]>()
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round += 1)
    for (const name of tables) {
      const times = await page.evaluate(
        table => (window as unknown as { measure: (name: string) => Promise<Times> }).measure(table),
        name,
      )
      if (round > 0) results.set(name, [...(results.get(name) ?? []), times])
    }
  for (const key of ['mount', 'check'] as const) {
    const [plain, ours, theirs] = tables.map(name => median(results.get(name)!.map(it => it[key])))
    process.stdout.write(
      `${key}: a plain table ${plain!.toFixed(1)} ms, ours ${ours!.toFixed(1)} ms, DataTable ${theirs!.toFixed(1)} ms, ours to DataTable ${(ours! / theirs!).toFixed(2)}\n`,
    )
  }
} finally {
  await browser.close()
  server.close()
  await remove()
}
