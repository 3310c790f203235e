import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { phone, visit, type Watched } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

/** With `--mode pictures`, vitest takes new pictures; otherwise they only have to exist. */
const isTakingPictures = process.env['MODE'] === 'pictures'
const desk = { width: 1280, height: 800 }
const folder = join(import.meta.dirname, '../../docs')

/**
 * The comment `<!-- account path [390] [按 button] -->` says on which page the following text is, up to the next such
 * comment.
 */
const parts = readFileSync(join(folder, 'use.zh-CN.md'), 'utf8')
  .split(/^<!-- /m)
  .slice(1)
  .map(part => {
    const [, account, path, width, button] = /^(\S+) (\S+)(?: (390))?(?: 按 (.+))? -->\n/.exec(part)!
    return {
      account: account!,
      path: path!,
      viewport: width ? phone : desk,
      button,
      pressed: button ? ` once ${button} is pressed` : '',
      names: [...part.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name!),
      picture: /!\[[^\]]*\]\((pictures\/\S+)\)/.exec(part)?.[1],
    }
  })

/** The visible text of the page, including labels and examples. */
const readPage = (page: Page) =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [placeholder]')]
    const attributes = named.map(element =>
      ['aria-label', 'placeholder'].map(name => element.getAttribute(name)),
    )
    return [document.body.innerText, ...attributes.flat()].join('\n')
  })

const missingFrom = async (page: Page, names: readonly string[]) => {
  const text = await readPage(page)
  return names.filter(name => !text.includes(name))
}

const takePicture = async (page: Page, file: string) => {
  await page.waitForLoadState('networkidle')
  const picture = await page.screenshot({ animations: 'disabled' })
  await sharp(picture).webp({ quality: 72 }).toFile(file)
}

/** Presses the first button or checkbox of that name. */
const press = (page: Page, name: string) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('checkbox', { name, exact: true }))
    .first()
    .click()

/** One window for each account and width, which is loaded once. */
const windows = new Map<string, Promise<Watched>>()
const openShared = async (account: string, path: string, viewport: typeof phone) => {
  const key = `${account} ${viewport.width}`
  const window = windows.get(key) ?? site.openAs(account, { viewport })
  windows.set(key, window)
  const { page } = await window
  await visit(page, path)
  return { page, close: async () => {} }
}

/** A new window, for what is pressed, filtered or written before sign-in. */
const openOwn = async (account: string, path: string, viewport: typeof phone) => {
  const { page, close } = await (account === '未登录'
    ? site.openWindow({ viewport })
    : site.openAs(account, { viewport }))
  await page.goto(`/web${path}`)
  return { page, close }
}

test.each(parts)('$path of $account shows what the guide names$pressed', async part => {
  const { account, path, viewport, button, names, picture } = part
  const isShared = account !== '未登录' && button === undefined && !path.includes('?')
  const { page, close } = await (isShared ? openShared : openOwn)(account, path, viewport)
  if (button !== undefined) await press(page, button)
  expect(names.length).toBeGreaterThan(0)
  await expect.poll(() => missingFrom(page, names)).toEqual([])
  if (picture !== undefined && isTakingPictures) await takePicture(page, join(folder, picture))
  if (picture !== undefined) expect(existsSync(join(folder, picture)), picture).toBe(true)
  await close()
})
