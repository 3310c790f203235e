import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { firm } from '../../resources/settings/firm.ts'
import { useServer } from '../support/screen.tsx'

const { app, open } = useServer()
const path = '/app/conf/transfer'

/** Collects the files that are offered to the browser as downloads. */
const collectDownloads = () => {
  const files: Blob[] = []
  // Without this mock the click would navigate the test's window.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    files.push(blob as Blob)
    return 'blob:'
  })
  return files
}
const exportConfiguration = async (account = 'admin') => {
  const files = collectDownloads()
  const page = await open(account, firm, path)
  await page.user.click(await screen.findByRole('button', { name: '导出配置' }))
  await waitFor(() => expect(files).not.toEqual([]))
  return { ...page, text: await files.at(-1)!.text() }
}
const choose = async (user: Awaited<ReturnType<typeof open>>['user'], text: string) =>
  user.upload(
    screen.getByLabelText<HTMLInputElement>('配置文件'),
    new File([text], 'configuration.json', { type: 'application/json' }),
  )

test('imports an exported configuration without differences, and shows differences before applying them', async () => {
  const { text, user, close } = await exportConfiguration()
  await choose(user, text)
  expect(await screen.findByText('文件与现在的配置完全相同。')).toBeTruthy()

  const admin = await app().as('admin')
  const { version, ...icp } = await admin.call('sortSet.get', {})
  await admin.call('sortSet.update', { ...icp, groupBy: 2, version })
  close()
  const page = await open('admin', firm, path)
  await screen.findByRole('button', { name: '导出配置' })
  await choose(page.user, text)
  const label = await screen.findByText('分组')
  await waitFor(() => expect(label.nextElementSibling?.textContent).toMatch(/按职位.*不分组|不分组/))
  await page.user.click(screen.getByRole('button', { name: '导入 1 个部分' }))
  expect(await screen.findByText('配置已导入')).toBeTruthy()
  expect((await admin.call('sortSet.get', {})).groupBy).toBe(0)

  page.close()
  const exportedAgain = await exportConfiguration()
  expect(exportedAgain.text).toBe(text)
})

test('reports errors in a file, and applies nothing of it', async () => {
  const { text, user } = await exportConfiguration()
  await choose(user, '{')
  expect(await screen.findByText(/不是有效的 JSON/)).toBeTruthy()
  await choose(user, text.replace('"groupBy": 0', '"groupBy": 9'))
  expect(await screen.findByText(/请选择分组/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^导入 / })).toBeNull()
})

test('shows parts that the user may not change, and leaves them unchanged', async () => {
  const { text, user } = await exportConfiguration()
  await choose(user, text.replace('"rateLimit": 30', '"rateLimit": 31'))
  expect(await screen.findByText('您不能修改这一部分')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '导入 0 个部分' }).disabled).toBe(true)
})

test('the first steps are marked as done, and link to their pages', async () => {
  await open('admin', firm, '/app/conf/start')
  const steps = within(await screen.findByRole('region', { name: '开始使用' }))
  expect(steps.getByRole('link', { name: '去设置：设置职位' }).getAttribute('href')).toBe(
    '/app/operation/position',
  )
  expect(steps.getByRole('link', { name: '去设置：发布小程序首页' })).toBeTruthy()

  const admin = await app().as('admin')
  const { version } = await admin.call('firm.mpconf', { draft: 1 })
  await admin.call('firm.updateMpconf', { draft: 0, version })
  document.body.replaceChildren()
  await open('admin', firm, '/app/conf/start')
  expect(await screen.findByRole('link', { name: '查看：发布小程序首页' })).toBeTruthy()
})
