import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'

import { folderOfTest } from '../support/folder.ts'
import { useProduct } from '../support/product.ts'
import { pieceOfVideo } from '../support/video.ts'

const site = useProduct()
const MB = 1024 * 1024
const size = 22 * MB

/** Records the offsets of the sent pieces; from offset `from` on they get no answer. */
const holdPieces = async (page: Page) => {
  const offsets: number[] = []
  const heldRoutes: Route[] = []
  const state = { from: Infinity }
  await page.route('**/api/upload/piece?*', async route => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
    offsets.push(offset)
    if (offset >= state.from) heldRoutes.push(route)
    else await route.continue()
  })
  return {
    offsets,
    holdFrom: (from: number) => void (state.from = from),
    /** The delayed piece, once it has been sent. */
    taken: async () => {
      await expect.poll(() => heldRoutes.length).toBe(1)
      return heldRoutes.pop()!
    },
  }
}

test('an interrupted video upload continues where it stopped, also after a reload, and is deleted when cancelled', async () => {
  const film = join(await folderOfTest('video'), '讲座.mp4')
  writeFileSync(film, pieceOfVideo(0, size))
  const { page, context } = await site.signInAs('admin')
  const pieces = await holdPieces(page)
  const choose = async () => {
    await page.getByRole('button', { name: '上传视频' }).waitFor()
    await page.locator('input[type=file][aria-label="上传视频"]').setInputFiles(film)
  }
  const share = (percent: number) => page.getByText(`${percent}%`, { exact: true }).waitFor()

  await page.goto('/web/app/cms/add?kind=4')
  pieces.holdFrom(8 * MB)
  await choose()
  const lost = await pieces.taken()
  await share(36)
  await context.setOffline(true)
  await lost.abort('internetdisconnected')
  await page.getByText('网络已断开').first().waitFor()
  await share(36)
  pieces.holdFrom(16 * MB)
  await context.setOffline(false)
  await pieces.taken()
  expect(pieces.offsets).toEqual([0, 4, 8, 8, 12, 16].map(it => it * MB))

  // The earlier upload is found by its file.
  page.on('dialog', dialog => void dialog.accept())
  pieces.offsets.length = 0
  await page.reload()
  await choose()
  const last = await pieces.taken()
  expect(pieces.offsets).toEqual([16 * MB])
  await share(73)
  const forgotten = page.waitForResponse(
    it => it.request().method() === 'DELETE' && it.url().includes('upload'),
  )
  await page.getByRole('button', { name: '取消', exact: true }).first().click()
  await page.getByRole('progressbar', { name: '上传进度' }).waitFor({ state: 'detached' })
  expect(await (await forgotten).json()).toMatchObject({ code: '200' })
  await last.abort().catch(() => {})

  pieces.offsets.length = 0
  pieces.holdFrom(Infinity)
  await choose()
  await page.locator('video.article-video').waitFor({ state: 'attached' })
  expect(pieces.offsets).toEqual([0, 4, 8, 12, 16, 20].map(it => it * MB))
})

test('an upload whose session has ended says so and leads to the sign-in page, as every call does', async () => {
  const film = join(await folderOfTest('video'), '讲座.mp4')
  writeFileSync(film, pieceOfVideo(0, MB))
  const { page } = await site.signInAs('admin')
  await page.goto('/web/app/cms/add?kind=4')
  await page.getByRole('button', { name: '上传视频' }).waitFor()
  const over = { code: '4003', message: '登录超时,请重新登录', data: {}, requestId: 'over' }
  await page.route('**/api/upload/piece?*', route => route.fulfill({ json: over }))
  await page.locator('input[type=file][aria-label="上传视频"]').setInputFiles(film)
  await page.getByText('登录超时').first().waitFor()
  await page.waitForURL('**/web/login')
})
