// Memory and time of importing people from a workbook and portraits of forty of them from an archive, in each of the
// given running products in turn, or in this one: `npm run bench -- imports [addresses]` (needs a build). A product that
// reads fewer rows at once gets the people in several files. PEOPLE and ROWS set the numbers.
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { zipSync } from 'fflate'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'

import { openBrowser } from '../support/browser.ts'
import { createFolder } from '../support/folder.ts'
import { demoPassword, startProduct } from '../support/product.ts'
import { workbookOf } from '../support/workbook.ts'
import { forgetPeak, memoryOf, peakOf, print } from './load.ts'

const peopleCount = Number(process.env['PEOPLE'] ?? 5000)
const rowsAtOnce = (process.env['ROWS'] ?? '5000').split(',').map(Number)
const portraits = 40
const wait = 900_000

const office = '砚衡（北京）律师事务所'
const mobileOf = (index: number) => String(13_680_000_000 + index)
const nameOf = (index: number) =>
  '赵钱孙李周吴郑王冯陈'.charAt(index % 10) +
  String.fromCodePoint(0x4e00 + (index % 997), 0x5200 + (index % 499))

const workbook = async (from: number, to: number) =>
  Buffer.from(
    await workbookOf([
      ['序号', '姓名', '手机号码', '所属律所', '人员类别'],
      ...Array.from({ length: to - from }, (_, at) => [
        at + 1,
        nameOf(from + at),
        Number(mobileOf(from + at)),
        office,
        '实习律师',
      ]),
    ]),
  )

/** Pictures of a camera's size with noise, which no encoder makes small. */
const archive = async () => {
  const files: Record<string, Uint8Array> = {}
  for (let at = 0; at < portraits; at++)
    files[`${mobileOf(at)}.jpg`] = await sharp({
      create: {
        width: 1800,
        height: 2400,
        channels: 3,
        background: '#8da2b8',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .jpeg({ quality: 92 })
      .toBuffer()
  return Buffer.from(zipSync(files, { level: 0 }))
}

const statusOf = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
const processes = () => readdirSync('/proc').filter(it => /^\d+$/.test(it))
const commandOf = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** The process that listens on a port, by the socket that it holds. */
const listenerOf = (port: number) => {
  const address = `:${port.toString(16).toUpperCase().padStart(4, '0')} `
  const inodes = ['tcp', 'tcp6']
    .flatMap(it => readFileSync(`/proc/net/${it}`, 'utf8').split('\n'))
    .map(line => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => `${local} `.endsWith(address) && state === '0A')
    .map(columns => `socket:[${columns[9]}]`)
  return processes().find(pid => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some(fd => inodes.includes(readlinkSync(`/proc/${pid}/fd/${fd}`)))
    } catch {
      return false
    }
  })!
}
const isOwn = (pid: string): boolean => {
  const parent = /PPid:\s+(\d+)/.exec(statusOf(pid))?.[1] ?? '0'
  return Number(parent) === process.pid || (parent !== '0' && isOwn(parent))
}
const renderers = () => processes().filter(pid => /--type=renderer/.test(commandOf(pid)) && isOwn(pid))

const importPeople = async (page: Page, url: string, file: Buffer, count: number) => {
  await page.goto(`${url}/web/app/lawyer/create`)
  await page
    .getByLabel(/^选择Excel/)
    .setInputFiles({ name: '人员.xlsx', mimeType: 'application/octet-stream', buffer: file })
  await page.getByRole('button', { name: `填入 ${count} 行` }).click()
  await page
    .locator('.create-bar')
    .getByRole('button', { name: `创建 ${count} 个账号` })
    .click()
  await page.getByText(`已创建 ${count} 个账号`).waitFor()
}

const importPortraits = async (page: Page, url: string, path: string) => {
  await page.goto(`${url}/web/app/lawyer/photos`)
  await page.getByLabel(/^选择zip/).setInputFiles(path)
  await page.getByRole('button', { name: `上传 ${portraits} 张照片` }).click()
  await page.getByRole('link', { name: '查看结果：人员' }).click()
  await page.getByText(`共 ${portraits} 条 · 已完成 ${portraits}`).waitFor()
}

const measure = async (browser: Browser, url: string, rows: number, folder: string) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(wait)
  const page = await context.newPage()
  await page.goto(`${url}/web/login`)
  await page.locator('#account').fill('admin')
  await page.locator('#password').fill(demoPassword)
  await page.locator('#sign-in-submit').click()
  await page.waitForURL(/\/app\//)
  const server = listenerOf(Number(new URL(url).port))
  const measured = async (what: string, run: () => Promise<void>) => {
    for (const pid of [server, ...renderers()]) forgetPeak(pid)
    const before = memoryOf(Number(server))
    const start = performance.now()
    await run()
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    const tab = Math.max(...renderers().map(peakOf))
    print(
      `${url} ${what}: ${seconds} s, server ${before.toFixed(0)} MB before and ${peakOf(server).toFixed(0)} MB at most, page ${tab.toFixed(0)} MB at most`,
    )
  }
  const files: [Buffer, number][] = []
  for (let from = 0; from < peopleCount; from += rows) {
    const to = Math.min(from + rows, peopleCount)
    files.push([await workbook(from, to), to - from])
  }
  await measured(`${peopleCount} people in ${files.length} files`, async () => {
    for (const [file, count] of files) await importPeople(page, url, file, count)
  })
  const zip = await archive()
  const path = join(folder, '照片.zip')
  writeFileSync(path, zip)
  await measured(`${portraits} portraits, ${(zip.length / 1024 / 1024).toFixed(0)} MB`, () =>
    importPortraits(page, url, path),
  )
  await context.close()
}

const given = process.argv.slice(2).filter(it => /^https?:/.test(it))
const own = given.length === 0 ? await startProduct() : null
const [browser, folder] = await Promise.all([openBrowser(), createFolder('imports')])
try {
  for (const [at, url] of (own ? [own.url] : given).entries())
    await measure(browser, url, rowsAtOnce[at] ?? rowsAtOnce[0]!, folder.path)
} finally {
  await Promise.all([browser.close(), folder.remove()])
  await own?.stop()
}
