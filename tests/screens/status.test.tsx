import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'

import { conf } from '../../resources/settings/app.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()

const openPage = () => open('system', conf, '/app/setting/status')
const row = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('li')!)

test('shows the state of the installation to the operator', async () => {
  await openPage()
  expect((await row('数据库')).getByText(/PostgreSQL \d+/)).toBeTruthy()
  expect((await row('磁盘')).getByText('可用 46.6 GB，共 93.1 GB')).toBeTruthy()
  expect((await row('备份')).getByText('已试恢复')).toBeTruthy()
  expect((await row('操作日志')).getByText('正常')).toBeTruthy()
  expect((await row('微信小程序')).getByText('未启用')).toBeTruthy()
  expect(await screen.findByText('一切正常。')).toBeTruthy()
})

test('shows problems with advice until they are solved', async () => {
  const { user } = await openPage()
  const check = await screen.findByRole('button', { name: '重新检查' })
  const { token } = await app().as('system')
  const { body } = await app().send('GET', '/system/status', { token })
  const data = { ...Object(body.data), troubles: ['noBackup', 'jobsFailed'], backup: null }
  network.use(http.get('*/api/system/status', () => HttpResponse.json({ ...body, data }), { once: true }))
  await user.click(check)
  expect(await screen.findByText('有 2 项需要处理。')).toBeTruthy()
  expect((await row('备份')).getByText(/^从未备份：请在服务器上设置备份的位置/)).toBeTruthy()
  expect((await row('后台任务')).getByText('需要处理')).toBeTruthy()
  await user.click(check)
  expect(await screen.findByText('一切正常。')).toBeTruthy()
})

test('shows how many rows of the log a target lacks, and why', async () => {
  const { user } = await openPage()
  const check = await screen.findByRole('button', { name: '重新检查' })
  expect((await row('操作日志')).queryByText(/转发/)).toBeNull()
  const { token } = await app().as('system')
  const { body } = await app().send('GET', '/system/status', { token })
  const { log } = Object(body.data) as { log: object }
  const forwarding = [{ target: 'receiver', behind: 3, failure: '接收方答复 HTTP 503' }]
  const data = { ...Object(body.data), troubles: ['logNotForwarded'], log: { ...log, forwarding } }
  network.use(http.get('*/api/system/status', () => HttpResponse.json({ ...body, data }), { once: true }))
  await user.click(check)
  const part = await row('操作日志')
  expect(await part.findByText('转发到日志接收方，还差 3 行')).toBeTruthy()
  expect(part.getByText('上次转发失败：接收方答复 HTTP 503')).toBeTruthy()
  expect(part.getByText(/^日志超过15分钟没有转发出去/)).toBeTruthy()
})
