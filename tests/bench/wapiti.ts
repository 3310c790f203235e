// Scans the running product with wapiti (Debian's package of that name): `npm run bench -- wapiti [minutes]` (needs a build). It
// begins with the pages and with every reading call of the interface, signed in as the first administrator, and fails on a
// finding of its highest two levels. Modules that need a server of wapiti's own, or a download, are left out: nothing is sent
// to another machine.
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createFolder } from '../support/folder.ts'
import { demoPassword, startProduct } from '../support/product.ts'

const modules = [
  'backup',
  'blindsql',
  'cookieflags',
  'crlf',
  'csp',
  'csrf',
  'exec',
  'file',
  'htaccess',
  'http_headers',
  'methods',
  'permanentxss',
  'redirect',
  'shellshock',
  'sql',
  'xss',
]
/** Wapiti's levels are 1 to 4; 3 is high. */
const HIGH = 3
const minutes = Number(process.argv[2] ?? 10)

type Parameter = {
  name: string
  in: 'query' | 'path' | 'header'
  schema: { type?: string; enum?: unknown[] }
}
type Description = { paths: Record<string, { get?: { parameters?: Parameter[] } }> }
type Found = { level: number; info: string; path: string; parameter: string }
type Report = { vulnerabilities: Record<string, Found[]>; infos: { version?: string } }

const exampleOf = ({ schema, name }: Parameter) =>
  encodeURIComponent(String(schema.enum?.[0] ?? (schema.type === 'string' ? name : 1)))

/** The address of each call that reads, with an example for each of its parameters. */
const addressesOf = ({ paths }: Description, url: string) =>
  Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get) return []
    const { parameters = [] } = get
    const filled = path.replace(/\{(\w+)\}/g, '1')
    const query = parameters
      .filter(it => it.in === 'query')
      .slice(0, 6)
      .map(it => `${it.name}=${exampleOf(it)}`)
    return [`${url}/api${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`]
  })

const signIn = async (url: string) => {
  const body = new URLSearchParams({ account: 'admin', password: demoPassword, remember: '0' })
  const answer = await fetch(`${url}/api/auth/firmAccessUserLogin`, { method: 'POST', body })
  const { data } = (await answer.json()) as { data: { token: string } }
  return data.token
}

const print = (line: string) => void process.stdout.write(`${line}\n`)
const { path: folder, remove } = await createFolder('wapiti')
const product = await startProduct()
try {
  const described = await fetch(`${product.url}/api/openapi.json`)
  const starts = addressesOf((await described.json()) as Description, product.url)
  const token = await signIn(product.url)
  const report = join(folder, 'report.json')
  const options = {
    '-u': `${product.url}/web/`,
    '--scope': 'domain',
    '-m': modules.join(),
    '-f': 'json',
    '-o': report,
    '--header': `Token: ${token}`,
    '--max-scan-time': String(minutes * 20),
    '--max-attack-time': String(Math.ceil((minutes * 60) / modules.length)),
    '--store-session': folder,
    '-v': '0',
  }
  const { status, error } = spawnSync(
    'wapiti',
    [
      ...Object.entries(options).flat(),
      '--flush-session',
      '--no-bugreport',
      ...starts.flatMap(it => ['-s', it]),
    ],
    { stdio: 'inherit' },
  )
  if (error || status !== 0) throw error ?? new Error(`wapiti ended with ${status}`)
  const { vulnerabilities } = JSON.parse(await readFile(report, 'utf8')) as Report
  print(`${starts.length} reading calls, ${modules.length} modules`)
  let high = 0
  for (const [kind, all] of Object.entries(vulnerabilities))
    for (const { level, info, path } of all) {
      if (level >= HIGH) high += 1
      print(`${level} ${kind}: ${path} ${info.replaceAll('\n', ' ').slice(0, 200)}`)
    }
  print(`${high} findings of level ${HIGH} or more`)
  if (high > 0) process.exitCode = 1
} finally {
  await product.stop()
  await remove()
}
