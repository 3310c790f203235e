import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { cards } from '../../resources/cards/index.ts'
import { cards as rows, firmConfigs } from '../../server/db/tables.ts'
import { type CardFields, prepareCards, submitCard } from '../support/cards.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()
const lawyer = '13800000002'
let needed: CardFields
beforeAll(async () => void (needed = await prepareCards(app())))

const downloads: { name: string; blob: Blob }[] = []
beforeEach(async () => {
  downloads.length = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    downloads.push({ name: '', blob: blob as Blob })
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.at(-1)!.name = this.download
  })
  await app().database.write(1, async db => {
    await db.delete(rows)
    await db
      .insert(firmConfigs)
      .values({ firmId: 1, key: 'shareCover', value: { cardUrl: 'https://card.example.com' } })
      .onConflictDoNothing()
  })
})

const publishCard = async () => {
  const { id, version } = await submitCard(app(), lawyer, needed)
  await (await app().as('admin')).call('cards.adminAuditCard', { id, version, auditStatus: 2 })
  return id
}
const panel = () => screen.findByRole('region', { name: '名片码' })

test('a lawyer sees the code and downloads its files', async () => {
  await publishCard()
  const { user } = await open(lawyer, cards, '/app/user/dashboard')
  const own = within(await panel())
  const code = await own.findByRole<HTMLImageElement>('img', { name: '郑律师的名片码' })
  expect(code.src).toMatch(/^data:image\/png/)
  await user.click(own.getByRole('button', { name: '保存电子名片' }))
  await waitFor(() => expect(downloads).toMatchObject([{ name: '郑律师.vcf' }]))
  expect(await downloads[0]!.blob.text()).toContain('BEGIN:VCARD')
  await user.click(own.getByRole('button', { name: '保存矢量图' }))
  await waitFor(() => expect(downloads[1]).toMatchObject({ name: '郑律师-名片码.svg' }))
})

test('one press copies the mail signature, formatted and plain, and shows it on light and dark', async () => {
  await publishCard()
  const copied: Record<string, Blob>[] = []
  class Item {
    parts: Record<string, Blob>
    constructor(parts: Record<string, Blob>) {
      this.parts = parts
    }
  }
  vi.stubGlobal('ClipboardItem', Item)
  const { user } = await open(lawyer, cards, '/app/user/dashboard')
  const write = vi
    .spyOn(navigator.clipboard, 'write')
    .mockImplementation(async items => void copied.push(...items.map(it => (it as unknown as Item).parts)))
  await user.click(within(await panel()).getByRole('button', { name: '复制邮件签名' }))
  const dialog = within(await screen.findByRole('dialog', { name: '邮件签名' }))
  await dialog.findByText('已复制，请粘贴到邮箱的签名设置中。')
  expect(await copied[0]!['text/plain']!.text()).toContain('郑律师')
  const html = await copied[0]!['text/html']!.text()
  expect(html).toContain('郑律师</div>')
  for (const tone of ['浅色背景', '深色背景'])
    expect(dialog.getByTitle<HTMLIFrameElement>(`郑律师的邮件签名（${tone}）`)).toMatchObject({
      srcdoc: expect.stringContaining(html),
    })
  write.mockRejectedValue(new Error('not allowed'))
  await user.click(dialog.getByRole('button', { name: '再次复制' }))
  await dialog.findByText('浏览器没有允许复制。请在下面的预览中全选，再复制。')
})

test('a lawyer shows the code in full screen, which stays on until it is closed', async () => {
  await publishCard()
  const release = vi.fn<() => Promise<void>>(async () => {})
  const request = vi.fn<() => Promise<object>>(async () => ({ release }))
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  const { user } = await open(lawyer, cards, '/app/user/dashboard')
  await user.click(await screen.findByRole('button', { name: '出示名片码' }))
  const code = within(await screen.findByRole('dialog', { name: '郑律师的名片码' }))
  expect(await code.findByRole<HTMLImageElement>('img', { name: '郑律师的名片码' })).toBeTruthy()
  expect(code.getByRole('button', { name: '保存海报' })).toBeTruthy()
  expect(request).toHaveBeenCalledWith('screen')
  expect(release).not.toHaveBeenCalled()
  await user.click(code.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(release).toHaveBeenCalledOnce())
  Reflect.deleteProperty(navigator, 'wakeLock')
})

test('an administrator prints the sheet of cards', async () => {
  const id = await publishCard()
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { user } = await open('branch', cards, `/app/card/detail/${id}`)
  await user.click(within(await panel()).getByRole('button', { name: '打印名片' }))
  const dialog = await screen.findByRole('dialog', { name: '打印名片“郑律师”' })
  await within(dialog).findByRole('img', { name: '郑律师的名片打印页' })
  await user.click(within(dialog).getByRole('button', { name: '打印' }))
  expect(print).toHaveBeenCalledOnce()
})

test('an unpublished card says when there will be a code', async () => {
  await submitCard(app(), lawyer, needed)
  await open(lawyer, cards, '/app/user/dashboard')
  expect(within(await panel()).getByText(/发布并展示后/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '出示名片码' })).toBeNull()
})

test('shows an error in place of the code', async () => {
  const id = await publishCard()
  const { user } = await open('admin', cards, `/app/card/detail/${id}`, () =>
    network.use(
      http.get(
        '*/api/lawyer/card/output/*',
        () => HttpResponse.json({ code: '4091', message: '还没有名片链接', data: {}, requestId: 'R' }),
        { once: true },
      ),
    ),
  )
  const own = within(await panel())
  expect((await own.findByRole('alert')).textContent).toContain('还没有名片链接')
  await user.click(own.getByRole('button', { name: '重试' }))
  expect(await own.findByRole('img', { name: '郑律师的名片码' })).toBeTruthy()
})

test('the operator cannot download cards', async () => {
  const id = await publishCard()
  await open('system', cards, `/app/card/detail/${id}`)
  await screen.findByRole('heading', { name: '时间线' })
  expect(screen.queryByRole('region', { name: '名片码' })).toBeNull()
})
