import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

const order = (page: Page) =>
  page.locator('.ordered-name').evaluateAll(names => names.map(it => it.textContent))

test('a row is moved by touch without scrolling the page', async () => {
  const { page, context, complaints } = await site.openAs('admin', {
    viewport: phone,
    hasTouch: true,
  })
  await page.goto('/web/app/conf/miniprogram-card')
  const handle = page.getByRole('button', { name: '拖动手机' })
  await handle.scrollIntoViewIfNeeded()
  expect(await order(page)).toEqual(['姓名', '职位', '律所', '手机', '邮箱', '地址'])
  const scrolled = () => page.evaluate('window.scrollY')
  const before = await scrolled()

  const protocol = await context.newCDPSession(page)
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', y = 0) =>
    protocol.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: start.x + start.width / 2, y }],
    })
  const start = (await handle.boundingBox())!
  const goal = (await page.getByRole('button', { name: '拖动姓名' }).boundingBox())!
  const [from, to] = [start.y + start.height / 2, goal.y + goal.height / 2 - 6]
  await touch('touchStart', from)
  // A resting finger lifts the row; one that moves at once scrolls.
  await page.locator('.is-dragged').first().waitFor()
  for (let step = 1; step <= 16; step++) await touch('touchMove', from + ((to - from) * step) / 16)
  await touch('touchEnd')
  await expect.poll(() => order(page)).toEqual(['手机', '姓名', '职位', '律所', '邮箱', '地址'])
  expect(await scrolled()).toBe(before)
  expect(complaints).toEqual([])
  await context.close()
})

test('a row is moved by mouse and keyboard, and the phone preview follows', async () => {
  const { page, close, complaints } = await site.openAs('admin')
  await page.goto('/web/app/conf/miniprogram-card')
  await page.getByRole('button', { name: '拖动姓名' }).waitFor()
  expect(await order(page)).toEqual(['姓名', '职位', '律所', '手机', '邮箱', '地址'])

  const centre = async (name: string) => {
    const box = (await page.getByRole('button', { name }).boundingBox())!
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  }
  const [fromX, fromY] = await centre('拖动手机')
  const [, toY] = await centre('拖动姓名')
  await page.mouse.move(fromX, fromY)
  await page.mouse.down()
  await page.mouse.move(fromX, (fromY + toY) / 2, { steps: 8 })
  await page.mouse.move(fromX, toY - 6, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => order(page)).toEqual(['手机', '姓名', '职位', '律所', '邮箱', '地址'])

  await page.getByRole('button', { name: '撤销移动' }).click()
  await expect.poll(() => order(page)).toEqual(['姓名', '职位', '律所', '手机', '邮箱', '地址'])

  await page.getByRole('button', { name: '拖动姓名' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect.poll(() => order(page)).toEqual(['职位', '姓名', '律所', '手机', '邮箱', '地址'])
  await expect.poll(() => page.locator('.mini-card-head > div > div').first().textContent()).toContain('主任')
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await close()
})

test('offices below a pinned one are moved by mouse and keyboard to the indicated place', async () => {
  const { page, close, complaints } = await site.openAs('admin')
  await page.goto('/web/app/office/weight')
  const handle = (city: string) => page.getByRole('button', { name: `拖动砚衡（${city}）律师事务所` })
  await handle('成都').waitFor()
  const rows = () =>
    page
      .locator('.weight-row')
      .evaluateAll(all => all.map(it => /置顶|北京|深圳|成都/.exec(it.textContent)?.[0]))
  const inPreview = () =>
    page
      .getByRole('figure', { name: '小程序预览' })
      .getByRole('listitem')
      .evaluateAll(all => all.map(it => /总所|北京|深圳|成都/.exec(it.textContent)?.[0]))
  const spoken = () => page.locator('[id^=dnd-kit-announcement]').textContent()
  expect(await rows()).toEqual(['置顶', '北京', '深圳', '成都'])

  // Focuses the handle, so that the page scrolls before positions are measured.
  await handle('成都').focus()
  const from = (await handle('成都').boundingBox())!
  const to = (await handle('北京').boundingBox())!
  const x = from.x + from.width / 2
  await page.mouse.move(x, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, (from.y + to.y) / 2, { steps: 8 })
  await page.mouse.move(x, to.y + 4, { steps: 8 })
  await page.mouse.up()
  await expect.poll(rows).toEqual(['置顶', '成都', '北京', '深圳'])
  await expect.poll(inPreview).toEqual(['总所', '成都', '北京', '深圳'])
  await expect.poll(spoken).toBe('砚衡（成都）律师事务所放在第 2 位。')

  await handle('成都').focus()
  await page.keyboard.press('Space')
  // The row is over its own place at first, which is announced too.
  await expect.poll(spoken).toBe('砚衡（成都）律师事务所移到第 2 位。')
  await page.keyboard.press('ArrowDown')
  await expect.poll(spoken).toBe('砚衡（成都）律师事务所移到第 3 位。')
  await page.keyboard.press('Space')
  await expect.poll(rows).toEqual(['置顶', '北京', '成都', '深圳'])
  await expect.poll(inPreview).toEqual(['总所', '北京', '成都', '深圳'])
  await expect.poll(spoken).toBe('砚衡（成都）律师事务所放在第 3 位。')

  // Nothing can be above the pinned office, so the first place is the second.
  await page.keyboard.press('Space')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect.poll(inPreview).toEqual(['总所', '成都', '北京', '深圳'])
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('没有修改').waitFor()
  await page.reload()
  await handle('成都').waitFor()
  expect(await rows()).toEqual(['置顶', '成都', '北京', '深圳'])
  expect(complaints).toEqual([])
  await close()
})

test('on a phone the effect of a switch is visible above the save button', async () => {
  const { page, close, complaints } = await site.openAs('system', { viewport: phone })
  await page.goto('/web/app/setting/admin')
  await page.getByRole('switch', { name: /^人员管理/ }).click()
  const sentence = page.getByText(/^保存后将隐藏\d+个菜单，影响\d+名管理员。/)
  await sentence.waitFor()
  const { y, height } = (await sentence.boundingBox())!
  const save = (await page.getByRole('button', { name: '保存', exact: true }).boundingBox())!
  expect(y).toBeGreaterThan(0)
  expect(y + height).toBeLessThanOrEqual(save.y)
  expect(save.y + save.height).toBeLessThanOrEqual(phone.height)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await close()
})

test('on a phone the preview opens from the bar and fits', async () => {
  const { page, close, complaints } = await site.openAs('admin', {
    viewport: phone,
    colorScheme: 'dark',
  })
  await page.goto('/web/app/conf/miniprogram-index')
  await page.getByLabel('主题色', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: '预览', exact: true }).click()
  const figure = page.getByRole('figure', { name: '小程序预览' })
  await figure.getByRole('radio', { name: 'EN' }).check()
  await figure.getByText('Practice areas').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await close()
})

test('without own icons the bar is at the end of the page and the button beside its input', async () => {
  const { page, close } = await site.openAs('system')
  await page.goto('/web/app/setting/assets-icons')
  await page.getByText('还没有自己的图标').waitFor()
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!
  const [input, button] = [await boxOf('#own-icon-name'), await boxOf('.own-icon-name > button')]
  expect([button.y, button.y + button.height]).toEqual([input.y, input.y + input.height])
  const [bar, footer] = [await boxOf('.save-bar'), await boxOf('.footer')]
  expect(footer.y - (bar.y + bar.height)).toBeLessThan(40)
  await close()
})

test('the save bar has a shadow only while it covers the form', async () => {
  const { page, close } = await site.openAs('admin')
  const shadow = () => page.locator('.save-bar').evaluate(bar => getComputedStyle(bar, '::before').boxShadow)
  await page.goto('/web/app/conf/website-feed')
  await page.getByRole('switch', { name: '提供内容' }).waitFor()
  expect(await shadow()).toBe('none')
  await page.goto('/web/app/office/create')
  await page.getByLabel('律所名称').waitFor()
  await expect.poll(shadow).not.toBe('none')
  await close()
})

test('a picture of another ratio is cropped before it is uploaded, and a drawing with code is not accepted', async () => {
  const { page, close, complaints } = await site.openAs('admin')
  await page.goto('/web/app/office/create')
  const field = page.getByRole('group', { name: '封面图', exact: true })
  await field.getByRole('button', { name: '上传图片' }).waitFor()
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    field.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await choose('图.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await field.getByText('请选择 JPG、PNG 或 WebP 图片').waitFor()

  const square = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 1600
    canvas.getContext('2d')!.fillRect(0, 0, 1600, 1600)
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  await choose('方.png', 'image/png', Buffer.from(square, 'base64'))
  const dialog = page.getByRole('dialog', { name: '裁剪图片' })
  await dialog.getByRole('slider', { name: '缩放' }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '使用', exact: true }).click()
  const picture = field.locator('img[src*="/files/"]')
  await picture.waitFor()
  const ratioOf = () =>
    picture.evaluate(it => {
      const { naturalWidth, naturalHeight } = it as HTMLImageElement
      return naturalWidth / naturalHeight
    })
  await expect.poll(ratioOf).toBeCloseTo(16 / 9, 2)
  expect(complaints).toEqual([])
  await close()
})

/** A stub of the provider's script, as far as the page needs it. */
const providerScript = `
  window.TMap = {
    LatLng: class { constructor(lat, lng) { this.getLat = () => lat; this.getLng = () => lng } },
    MultiMarker: class { setGeometries() {} },
    Map: class {
      constructor(id) { this.element = document.getElementById(id) }
      on(_, listener) {
        this.element.addEventListener('click', () => listener({ latLng: new TMap.LatLng(31.2345678, 121.5012347) }))
      }
    },
  }`

test('coordinates are picked on the provider’s map, or typed if it does not load', async () => {
  const { page, close, complaints } = await site.openAs('system')
  await page.goto('/web/app/setting/system')
  await page.getByLabel('腾讯地图').check()
  await page.getByLabel('地图密钥').fill('TEST-KEY')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('已保存').first().waitFor()
  await close()

  const { page: desk, close: closeDesk } = await site.openWindow()
  const requestedUrls: string[] = []
  let isThere = false
  await desk.route('https://map.qq.com/**', route => {
    requestedUrls.push(route.request().url())
    return isThere ? route.fulfill({ contentType: 'text/javascript', body: providerScript }) : route.abort()
  })
  await desk.goto('/web/login')
  await site.signIn(desk, 'admin')
  await desk.goto('/web/app/office/create')
  const open = desk.getByRole('button', { name: '在地图上选点' })
  await open.click()
  await desk.getByText('地图加载失败').waitFor()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: '取消', exact: true }).last().click()
  await desk.getByLabel('纬度').fill('31.2')
  expect(await desk.getByLabel('纬度').inputValue()).toBe('31.2')

  isThere = true
  await open.click()
  await desk.getByText('点击地图上律所所在的位置').waitFor()
  await desk.frameLocator('iframe[title=地图]').locator('#map').click()
  await desk.getByText('经度 121.501235，纬度 31.234568').waitFor()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: '使用此位置' }).click()
  await expect.poll(() => desk.getByLabel('经度').inputValue()).toBe('121.501235')
  expect(await desk.getByLabel('纬度').inputValue()).toBe('31.234568')
  expect(requestedUrls[0]).toBe('https://map.qq.com/api/gljs?v=1.exp&key=TEST-KEY')
  // The provider's script cannot access the back-office.
  const frame = await desk.request.get('/web/map.html')
  expect(frame.headers()['content-security-policy']).toContain('sandbox allow-scripts;')
  expect((await desk.request.get('/web/')).headers()['content-security-policy']).not.toContain('qq.com')
  await closeDesk()
  expect(complaints).toEqual([])
})

test('a rule is rehearsed by keyboard, and a link leads to the card', async () => {
  const { page, context, close, complaints } = await site.openAs('admin', {
    viewport: phone,
    colorScheme: 'dark',
  })
  await page.goto('/web/app/conf/card-audit')
  await page.getByRole('radio', { name: '无需审核' }).check()
  const button = page.getByRole('button', { name: '用近 90 天的记录预演' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByText(/^\d+次名片审核中，\d+次本不需要$/).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const link = page.getByRole('region', { name: '预演' }).getByRole('link').first()
  await link.waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const card = await opened
  await card.waitForURL(/\/web\/app\/card\/detail\/\d+$/)
  // Its heading is that of the page until the card is there, and then its name.
  await card.getByRole('heading', { level: 1 }).waitFor()
  await card.close()
  await page.getByRole('radio', { name: '全部修改需审核' }).check()
  await page.getByText('表单在预演后又有改动，下面的结果已过时，请重新预演。').waitFor()
  expect(complaints).toEqual([])
  await close()
})
