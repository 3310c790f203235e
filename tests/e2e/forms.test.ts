import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { phone, visit, type Watched } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

describe('a form on a phone', () => {
  let window: Watched
  beforeAll(async () => {
    window = await site.openAs('admin', { viewport: phone })
  })
  afterAll(() => window.close())

  // If the bar moved while it is pressed, the press would be lost: the page grows with each section and each input that arrives.
  test.each([
    ['a setting', '/app/conf/miniprogram-index', 900],
    ['a person', '/app/lawyer/2', 2400],
    // In a window that is higher than the form while inputs are missing.
    ['a card', '/app/card/edit/2', 2400],
    ['an office', '/app/office/1/detail', 2400],
    ['an article', '/app/cms/add?kind=2', 2400],
  ])('has the save bar of %s in its final place from the start', async (_, path, height) => {
    for (const viewport of [phone, { width: 1440, height }]) {
      const { page, close } = await site.openAs('admin', { viewport })
      await page.addInitScript(() => {
        const distances = new Set<number>()
        Object.assign(window, { distances })
        const look = () => {
          const bar = document.querySelector('.save-bar')
          if (bar) distances.add(innerHeight - Math.round(bar.getBoundingClientRect().bottom))
          requestAnimationFrame(look)
        }
        look()
      })
      await page.goto(`/web${path}`)
      await page.locator('.save-bar').waitFor()
      await visit(page, path)
      expect(await page.evaluate('[...window.distances]'), JSON.stringify(viewport)).toHaveLength(1)
      await close()
    }
  })

  test('shows the first wrong field between the header and the save bar', async () => {
    const { page } = window
    await page.goto('/web/app/lawyer/2')
    const email = page.getByRole('textbox', { name: '邮箱' })
    await email.fill('不是邮箱')
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('请输入正确的邮箱').first().waitFor()
    await expect.poll(() => email.evaluate(it => it === document.activeElement)).toBe(true)
    const field = await page.locator('.field', { has: email }).boundingBox()
    const header = await page.locator('.header').boundingBox()
    const bar = await page.locator('.save-bar').boundingBox()
    expect(field!.y).toBeGreaterThanOrEqual(header!.y + header!.height)
    expect(field!.y + field!.height).toBeLessThanOrEqual(bar!.y)
  })
})

/** Elements that are too small for a finger; a checkbox may be pressed on its label. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], select, summary, input:not([type=file])')]
      .filter(it => it.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map(it => (it.matches('[type=checkbox], [type=radio]') ? (it.closest('label') ?? it) : it))
      .flatMap(it => {
        const { width, height } = it.getBoundingClientRect()
        const size = `${Math.round(width)}×${Math.round(height)}`
        return width > 1 && Math.min(width, height) < 23.5 ? [`${it.outerHTML.slice(0, 120)} ${size}`] : []
      }),
  )

describe('the main administrator', () => {
  let window: Watched
  beforeAll(async () => {
    window = await site.openWindow()
    await window.page.goto('/web/app/user/logs/msg')
    await site.signIn(window.page, 'admin')
  })
  afterAll(() => window.close())

  test('is led to the requested page after signing in', () => {
    expect(new URL(window.page.url()).pathname).toBe('/web/app/user/logs/msg')
  })

  test.each([
    ['/app/lawyer/2', /^编辑人员.+ - .+/],
    ['/app/card/detail/2', /^(?!名片详情).+ - .+/],
    ['/app/office/2/admins', /^.+的管理员 - .+/],
  ])('sees in the tab title of %s whose record it is', async (path, title) => {
    const { page } = window
    await visit(page, path)
    await expect.poll(() => page.title()).toMatch(title)
    await visit(page, '/app/lawyer')
    await expect.poll(() => page.title()).toMatch(/^人员列表 - /)
  })

  test.each([
    '/app/card',
    '/app/lawyer/2',
    '/app/card/detail/2',
    '/app/card/edit/2',
    '/app/cms/add?kind=3',
    '/app/lawyer/create',
    '/app/office/weight',
    '/app/logs/5',
    '/app/cms/preview/2',
  ])('can press every control on %s', async path => {
    const { page } = window
    await visit(page, path)
    expect(await smallTargets(page)).toEqual([])
  })

  test.each([
    ['/app/office/list', 1, '停用', '原因'],
    ['/app/lawyer', 7, '转所', '转入律所'],
    ['/app/card', 0, '驳回', '驳回原因'],
  ])('%s: in row %i the dialog of %s begins at its first field', async (path, row, action, label) => {
    const { page } = window
    await visit(page, path)
    const place = page.locator('.table tbody tr').nth(row)
    await place.getByRole('button', { name: /更多操作/ }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
    const first = page.getByRole('dialog').getByLabel(label, { exact: false }).first()
    await expect.poll(() => first.evaluate(it => it === document.activeElement)).toBe(true)
  })

  test('sees before publishing what an article lacks and when it will be published', async () => {
    const { page } = window
    await page.goto('/web/app/cms/add?kind=2')
    const bar = page.locator('.save-bar')
    await bar.getByText(/发布前还需填写.标题、.*封面/).waitFor()
    await page
      .locator('.field', { hasText: '封面' })
      .getByText(/发布前必填/)
      .first()
      .waitFor()
    await bar.getByRole('button', { name: '发布', exact: true }).waitFor()
    await page.getByRole('textbox', { name: '标题' }).fill('出资期限')
    await expect.poll(() => bar.innerText()).not.toContain('标题')
    await page.getByRole('textbox', { name: '发布时间' }).fill('2099-01-01 09:00')
    await page.keyboard.press('Tab')
    await bar.getByRole('button', { name: '定时发布' }).waitFor()
  })
})

describe('every choice of several', () => {
  let window: Watched
  beforeAll(async () => {
    window = await site.openAs('admin')
  })
  afterAll(() => window.close())

  const openForm = async (path: string, audience?: string) => {
    const { page } = window
    await page.goto(`/web${path}`)
    if (audience) await page.getByRole('radio', { name: audience }).check()
  }

  const typeLetters = ({ page }: Watched, word: string) => page.keyboard.type(word, { delay: 60 })
  const compose = async ({ page, context }: Watched, word: string) => {
    const session = await context.newCDPSession(page)
    for (const text of ['b', 'bi', 'bing'])
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    await session.send('Input.insertText', { text: word })
    await session.detach()
  }

  describe.each([
    ['/app/cms/add?kind=3', '专业领域', '并购', undefined],
    ['/app/cms/add?kind=2', '作者/承办律师', '华天宇', undefined],
    ['/app/card/edit/2', '专业领域', '国际贸易', undefined],
    ['/app/user/logs/msg/announce/create', '律所', '北京', '指定律所'],
    ['/app/user/logs/msg/announce/create', '律师', '华天宇', '指定人员'],
    ['/app/user/logs/msg/announce/create', '管理员', '陈砚秋', '指定人员'],
  ])('%s: %s', (path, label, word, audience) => {
    test('finds text typed letter by letter and by an input method', async () => {
      const { page } = window
      await openForm(path, audience)
      const box = page.getByRole('combobox', { name: label })
      const chosen = page.getByRole('button', { name: new RegExp(`^移除.*${word}`) })
      for (const type of [typeLetters, compose]) {
        await box.click()
        await type(window, word)
        const option = page.locator('.combo-list').getByRole('option').first()
        expect(await box.inputValue()).toBe(word)
        await expect.poll(() => option.innerText()).toContain(word)
        await page.keyboard.press('Enter')
        await chosen.click()
        await chosen.waitFor({ state: 'detached' })
      }
    })
  })
})
