import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { lawyers } from '../../resources/lawyers/index.ts'
import { additions } from '../../resources/index.ts'
import { transfers } from '../../resources/lawyers/transfers.ts'
import { reviews } from '../../resources/reviews.ts'
import { useServer } from '../support/screen.tsx'

const { app, open } = useServer()
const lawyer = '13800000002'
const path = '/app/lawyer/transfers'

test('a branch requests a transfer with an action in its list of people', async () => {
  const { user } = await open(
    'branch',
    lawyers,
    `/app/lawyer?filter=${encodeURIComponent('{"keyword":"郑律师"}')}`,
  )
  await user.click(await screen.findByRole('button', { name: /郑律师的更多操作/ }))
  expect(screen.queryByRole('menuitem', { name: '转所' })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: '申请转所' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^申请转所/ }))
  expect(dialog.getByText(/由总所同意后转入/)).toBeTruthy()
  await user.type(await dialog.findByRole('combobox', { name: /^转入律所/ }), '南所')
  await user.click(await screen.findByRole('option', { name: /南所/ }))
  await user.type(dialog.getByRole('textbox', { name: /^转所原因/ }), '团队调整')
  await user.click(dialog.getByRole('button', { name: '申请转所' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { records } = await (await app().as('branch')).call('transfers.page', {})
  expect(records).toMatchObject([{ lawyerName: '郑律师', status: 0, reason: '团队调整' }])
})

test('the target office sees the request without actions', async () => {
  await open('south', transfers, path)
  expect(await screen.findByText('郑律师')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /郑律师$/ })).toBeNull()
})

test('counts requests on the review desk, with a link to the list', async () => {
  const to = `${path}?filter=${encodeURIComponent('{"status":0}')}`
  const home = await open('admin', reviews, '/app/home', () => {}, additions)
  const link = await screen.findByRole('link', { name: '转所申请 1' })
  expect(link.getAttribute('href')).toBe(to)
  home.close()
  await open('admin', reviews, '/app/card/review', () => {}, additions)
  expect((await screen.findByRole('link', { name: /^转所申请\s*1$/ })).getAttribute('href')).toBe(to)
})

test("refusing offers the firm's suggested reasons for transfers", async () => {
  const admin = await app().as('admin')
  const reviewSettings = await admin.call('cardReview.get')
  await admin.call('cardReview.update', { ...reviewSettings, transferReasons: ['手续尚未办完', '其他'] })
  const { user } = await open('admin', transfers, path)
  await user.click(await screen.findByRole('button', { name: '驳回郑律师' }))
  const dialog = within(await screen.findByRole('dialog'))
  const usual = within(await dialog.findByRole('group', { name: '常用原因' }))
  const reason = await usual.findByRole('button', { name: '手续尚未办完' })
  await waitFor(() => expect(usual.getAllByRole('button')).toHaveLength(1))
  await user.click(reason)
  const box = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^驳回原因/ })
  expect(box.value).toBe('手续尚未办完')
  await user.type(box, '，请补齐')
  await user.click(reason)
  expect(box.value).toBe('手续尚未办完，请补齐')
})

test('the main office decides the request; the branch can only withdraw it', async () => {
  const { close } = await open('branch', transfers, path)
  expect(await screen.findByRole('button', { name: '撤回郑律师' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '同意郑律师' })).toBeNull()
  close()
  const main = await open('admin', transfers, path)
  await main.user.click(await screen.findByRole('button', { name: '同意郑律师' }))
  const dialog = within(await screen.findByRole('dialog'))
  await main.user.click(dialog.getByRole('button', { name: '同意' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('已同意')).toBeTruthy()
  const { id } = app().world.people.get(lawyer)!
  const { organizationId } = await (await app().as('admin')).call('lawyers.lawyerInfo', { id })
  expect(organizationId).toBe(app().world.offices.get('南所'))
})
