import { expect, test } from 'vitest'

import { useProduct } from '../support/product.ts'

const site = useProduct()

const signedIn = async () => {
  const { page, complaints } = await site.openAs('admin')
  return { page, complaints }
}

test('a failed picture is uploaded again, described and saved, and a draft survives closing the browser', async () => {
  const { page } = await signedIn()
  await page.goto('/web/app/cms/add?kind=2')
  await page.getByRole('textbox', { name: '正文' }).waitFor()
  const png = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 400
    canvas.height = 200
    canvas.getContext('2d')!.fillRect(0, 0, 400, 200)
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  const file = { name: '流程图.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }
  await page.route('**/api/upload', route => route.abort())
  await page.getByLabel('选择图片').setInputFiles(file)
  await page.locator('.rich-pending').getByRole('button', { name: '重试' }).waitFor()
  await page.unroute('**/api/upload')
  await page.locator('.rich-pending').getByRole('button', { name: '重试' }).click()
  await page.locator('.rich-picture img[src^="/api/files/"]').waitFor()
  await page.getByRole('textbox', { name: '图片说明' }).fill('出资流程图')
  await page.getByRole('textbox', { name: '标题' }).fill('带图的文章')
  await page.getByText(/^已自动保存 \d\d:\d\d$/).waitFor()

  const reopened = await signedIn()
  await reopened.page.goto('/web/app/cms/add?kind=2')
  await reopened.page.getByText('有一份没有保存的草稿').waitFor()
  await reopened.page.getByRole('button', { name: '继续编辑' }).click()
  await reopened.page.getByRole('combobox', { name: '分类' }).click()
  await reopened.page.getByRole('option').first().click()
  await reopened.page.getByRole('button', { name: '保存' }).click()
  await reopened.page.waitForURL(/\/app\/cms\/\d+$/)
  await reopened.page.locator('.rich-picture img[alt="出资流程图"]').waitFor()
  expect(await reopened.page.getByRole('textbox', { name: '标题' }).inputValue()).toBe('带图的文章')
  expect(reopened.complaints).toEqual([])
})

test('text typed faster than the page renders is complete', async () => {
  const { page } = await signedIn()
  await page.goto('/web/app/cms/add?kind=2')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const sentence = '代持人不得擅自转让，否则承担违约责任。'
  const typedText = sentence.repeat(6)
  const title = page.getByRole('textbox', { name: '标题' })
  await title.click()
  await page.keyboard.type(sentence)
  const text = page.getByRole('textbox', { name: '正文' })
  await text.click()
  for (const key of typedText) await page.keyboard.type(key)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.getByText(/^已自动保存 \d\d:\d\d$/).waitFor()
  expect(await title.inputValue()).toBe(sentence)
  expect(await text.innerText()).toBe(typedText)
})

test('a video is uploaded and provides its length and cover', async () => {
  const { page, complaints } = await signedIn()
  await page.goto('/web/app/cms/add?kind=4')
  await page.getByRole('button', { name: '上传视频' }).waitFor()
  const film = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 240
    const context = canvas.getContext('2d')!
    const recorder = new MediaRecorder(canvas.captureStream(15), { mimeType: 'video/mp4' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.start()
    // Adds pictures until the video has the wanted length.
    const begin = performance.now()
    for (let step = 0; step < 20 || performance.now() - begin < 2200; step++) {
      context.fillStyle = `hsl(${step * 20} 60% 40%)`
      context.fillRect(0, 0, 320, 240)
      await new Promise(requestAnimationFrame)
    }
    const stopped = new Promise(resolve => (recorder.onstop = resolve))
    recorder.stop()
    await stopped
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })
  const file = { name: '介绍.mp4', mimeType: 'video/mp4', buffer: Buffer.from(film) }
  await page.getByLabel('上传视频').last().setInputFiles(file)
  await page.locator('video.article-video').waitFor()
  await page.getByRole('group', { name: '视频封面' }).locator('img[src^="/api/files/"]').waitFor()
  expect(Number(await page.getByLabel('时长（秒）').inputValue())).toBeGreaterThanOrEqual(1)
  const part = await page.request.get(
    await page.locator('video.article-video').evaluate(it => (it as HTMLVideoElement).src),
    {
      headers: { Range: 'bytes=4-7' },
    },
  )
  expect([part.status(), await part.text()]).toEqual([206, 'ftyp'])
  expect(complaints).toEqual([])
})

test('scripts in content stored by a firm’s own back-end are neither shown nor edited', async () => {
  const { page } = await signedIn()
  const dirty = `<p onclick="window.ran=1">干净的文字</p><script>window.ran=1</script><style>p{color:red}</style>
    <p><a href="javascript:window.ran=1">链</a><a href="https://www.court.gov.cn/">法院</a></p>
    <svg onload="window.ran=1"><a href="javascript:x"><text>图</text></a></svg><iframe src="https://a.cn"></iframe>
    <img src="data:image/svg+xml,x" onerror="window.ran=1"><img src="/api/auth/self" alt="不是文件">`
  await page.route(/\/api\/article\/10\b/, async route => {
    const answer = await route.fetch({ maxRetries: 3 })
    const body = (await answer.json()) as { data: Record<string, unknown> }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, content: dirty } } })
  })
  const dangerous = /script|<style|svg|iframe|onclick|onload|onerror|javascript:|data:|auth\/self/
  for (const [path, place] of [
    ['/web/app/cms/preview/10', '.rich-text'],
    ['/web/app/cms/10', '.rich-page'],
  ] as const) {
    await page.goto(path)
    const text = page.locator(place, { hasText: '干净的文字' }).first()
    await text.waitFor()
    expect(await text.innerHTML()).not.toMatch(dangerous)
    expect(await text.locator('a[href="https://www.court.gov.cn/"]').count()).toBe(1)
    expect(await page.evaluate('window.ran')).toBeUndefined()
  }
})
