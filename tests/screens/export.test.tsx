import { screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { optional, text } from '../../resources/kit/index.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import { logs, myLogs } from '../../resources/logs.ts'
import { inputOf, prepareTypes } from '../support/articles.ts'
import { rowsIn } from '../support/sheet.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()

const files: { name: string; blob: Blob }[] = []
beforeEach(() => {
  files.length = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    files.push({ name: '', blob: blob as Blob })
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.at(-1)!.name = this.download
  })
})

const button = () => screen.findByRole('button', { name: '导出' })
const rowsOf = async ({ blob }: { blob: Blob }) => rowsIn(new Uint8Array(await blob.arrayBuffer()))

describe('export of a list', () => {
  test('asks for the reason, then downloads the filtered list', async () => {
    const admin = await app().as('admin')
    await admin.call('categories.add', { kind: 2, typeName: '专题研究', sort: 0, enabled: 1 })
    const { user } = await open('admin', logs, '/app/logs?filter=%7B%22module%22%3A7%7D')
    await user.click(await button())
    const dialog = await screen.findByRole('dialog', { name: '导出日志' })
    await waitFor(() => expect(dialog.textContent).toContain('按当前筛选条件导出，共 1 条'))
    const confirm = within(dialog).getByRole('button', { name: '导出' })
    await user.click(confirm)
    expect(await within(dialog).findByText('请填写原因（2-200字）')).toBeTruthy()
    expect(files).toEqual([])
    await user.type(within(dialog).getByRole('textbox', { name: /^原因/ }), '年度检查')
    await user.click(confirm)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(files).toMatchObject([{ name: expect.stringMatching(/^日志-\d{4}-\d\d-\d\d\.xlsx$/) }])
    expect((await rowsOf(files[0]!)).slice(1)).toMatchObject([
      expect.arrayContaining([expect.stringContaining('专题研究')]),
    ])
    const { records } = await admin.call('logs.getPageList', { action: ['export'] })
    expect(records).toMatchObject([{ reason: '年度检查' }])
  })

  test('of a page about one person has the records of this person only', async () => {
    const admin = await app().as('admin')
    const types = await prepareTypes(app())
    const [person, other] = ['13800000001', '13800000002'].map(key => app().world.people.get(key)!.id)
    for (const [title, id] of [
      ['她的文章', person!],
      ['别人的文章', other!],
    ] as const)
      await admin.call('articles.add', { ...inputOf(app(), types, { lawyerIds: [id] }), title, submit: 1 })
    const { user } = await open('admin', lawyers, `/app/lawyer/${person}/articles`)
    await user.click(await button())
    const dialog = await screen.findByRole('dialog', { name: '导出内容' })
    await user.click(within(dialog).getByRole('button', { name: '导出' }))
    await waitFor(() => expect(files).toHaveLength(1))
    const text = JSON.stringify(await rowsOf(files[0]!))
    expect(text).toContain('她的文章')
    expect(text).not.toContain('别人的文章')
  })

  test('offers a column of the file only to those who may read it', async () => {
    const note = optional(text('仅供总所的说明', { max: 20, readableBy: 'conf.edit' }))
    const { extraColumns, ...exported } = lawyers.exports!
    const resource = { ...lawyers, exports: { ...exported, extraColumns: { ...extraColumns, note } } }
    const offered = async (account: string) => {
      const { user, close } = await open(account, resource, '/app/lawyer')
      await user.click(await button())
      const { textContent } = await screen.findByRole('dialog', { name: '导出人员' })
      close()
      return textContent
    }
    expect(await offered('admin')).toMatch(/完整手机号.*仅供总所的说明/)
    expect(await offered('branch')).toMatch(/完整手机号(?!.*仅供总所的说明)/)
  })

  test('shows a refusal in the dialog, and keeps the typed reason', async () => {
    const { user } = await open('admin', logs, '/app/logs', () =>
      network.use(
        http.post('*/api/export/logs', () =>
          HttpResponse.json({ code: '4000', message: '一次最多导出100000条', data: {}, requestId: 'R' }),
        ),
      ),
    )
    await user.click(await button())
    const dialog = await screen.findByRole('dialog', { name: '导出日志' })
    await user.type(within(dialog).getByRole('textbox', { name: /^原因/ }), '年度检查')
    await user.click(within(dialog).getByRole('button', { name: '导出' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('一次最多导出100000条')
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /^原因/ }).value).toBe('年度检查')
    expect(files).toEqual([])
  })

  test('can be cancelled while it is running', async () => {
    const { user } = await open('13800000001', myLogs, '/app/user/logs/logs', () =>
      network.use(
        http.post('*/api/export/myLogs', async () => {
          await delay('infinite')
          return HttpResponse.error()
        }),
      ),
    )
    await user.click(await button())
    const dialog = await screen.findByRole('dialog', { name: '导出日志' })
    expect(within(dialog).queryByRole('textbox')).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: '导出' }))
    expect((await within(dialog).findByRole('status')).textContent).toContain('正在生成')
    await user.click(within(dialog).getByRole('button', { name: '取消导出' }))
    expect(await within(dialog).findByRole('button', { name: '导出' })).toBeTruthy()
    expect(within(dialog).queryByRole('alert')).toBeNull()
    expect(files).toEqual([])
  })

  test('is hidden from users without the right', async () => {
    await open('branch2', logs, '/app/logs')
    await screen.findByRole('region', { name: '日志' })
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull()
  })
})
