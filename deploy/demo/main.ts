// Makes a static demo of the product: `npm run build:demo`. The folder `dist-demo` can be served by any static host.
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { build } from 'vite'

import { firmDay } from '../../resources/kit/firmTime.ts'
import { type DemoIndex, fileOf } from './recording.ts'
import { type DemoRecording, recordDemo } from './record/recordDemo.ts'
import { startServer } from './record/server.ts'
import { clientFolder, demoConfig, demoFolder } from './vite.ts'

const say = (line: string) => void process.stderr.write(`${line}\n`)

/** The texts of all files by their name below the folder of the answers. */
const filesOf = ({ accounts, filters, signIns }: DemoRecording): Map<string, string> => {
  const files = new Map<string, string>()
  const index: DemoIndex = { day: firmDay(Date.now()), signIns, files: {}, filters: [] }
  for (const [account, recorded] of accounts) {
    index.files[account] = [...recorded.keys()]
    for (const [path, answers] of recorded)
      files.set(`${account}/${fileOf(path)}.json`, JSON.stringify(answers))
  }
  for (const [path, found] of filters) files.set(`filters/${fileOf(path)}.json`, JSON.stringify(found))
  index.filters.push(...filters.keys())
  files.set('index.json', JSON.stringify(index))
  return files
}

const refuseSecrets = (files: ReadonlyMap<string, string>, secrets: readonly string[]) => {
  for (const [name, text] of files)
    if (secrets.some(it => text.includes(it))) throw new Error(`${name} contains a secret of the recording`)
}

const write = async (path: string, content: string | Uint8Array) => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

/** Addresses of uploaded files in answers. */
const fileAddress = /\/api\/files\/[\w./-]+/g

/** Copies the pictures and videos that answers name. */
const copyUploads = async (url: string, files: ReadonlyMap<string, string>) => {
  const addresses = new Set([...files.values()].flatMap(text => text.match(fileAddress) ?? []))
  for (const address of addresses) {
    const response = await fetch(url + address)
    if (!response.ok) throw new Error(`${address}: ${response.status}`)
    await write(join(clientFolder, address), new Uint8Array(await response.arrayBuffer()))
  }
  say(`uploads: ${addresses.size}`)
}

const record = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'static-demo-'))
  const server = await startServer(dataDir)
  try {
    const recording = await recordDemo(server.url, say)
    const files = filesOf(recording)
    refuseSecrets(files, recording.secrets)
    for (const [name, text] of files) await write(join(clientFolder, 'demo', name), text)
    await copyUploads(server.url, files)
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Files that are served as they stand. */
const copyPages = async () => {
  const page = (name: string) => join(import.meta.dirname, 'page', name)
  await copyFile(page('demoWorker.js'), join(clientFolder, 'demoWorker.js'))
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
  await copyFile(worker, join(clientFolder, 'mockServiceWorker.js'))
  await copyFile(page('start.html'), join(demoFolder, 'index.html'))
  await copyFile(page('404.html'), join(demoFolder, '404.html'))
}

await rm(demoFolder, { recursive: true, force: true })
await build(demoConfig)
await copyPages()
await record()
say(`静态演示 (static demo): ${demoFolder}`)
