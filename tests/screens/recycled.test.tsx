import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { ownArticles } from '../../resources/articles/personal.ts'
import { cards } from '../../resources/cards/index.ts'
import { recycledCards } from '../../resources/cards/recycled.ts'
import { recycledLawyers } from '../../resources/lawyers/recycled.ts'
import { offices } from '../../server/db/tables.ts'
import { password } from '../support/app.ts'
import { useServer } from '../support/screen.tsx'

const { app, open } = useServer()

const remove = async (account: string) => {
  const { id } = app().world.people.get(account)!
  await (await app().as('admin')).send('DELETE', `/lawyer/remove/${id}`, { body: { reason: '录入有误' } })
}

test('restores a deleted person, and reports conflicts at their fields', async () => {
  await remove('13800000003')
  await app().database.write(1, db =>
    db
      .update(offices)
      .set({ status: 0 })
      .where(eq(offices.organizationId, app().world.offices.get('南所')!)),
  )
  const { user } = await open('admin', recycledLawyers, '/app/recycle/lawyer')
  await user.click(await screen.findByRole('button', { name: '还原王律师' }))
  const dialog = within(await screen.findByRole('dialog', { name: '还原“王律师”' }))
  await user.type(dialog.getByRole('textbox', { name: /^原因/ }), '误删')
  await user.click(dialog.getByRole('button', { name: '还原' }))
  expect((await dialog.findAllByText(/请选择要转入的律所/)).length).toBeGreaterThan(0)
  await user.type(dialog.getByRole('combobox', { name: /^转入律所/ }), '东所')
  await user.click(await screen.findByRole('option', { name: /东所/ }))
  await user.click(dialog.getByRole('button', { name: '还原' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('回收站是空的')
  const { total } = await (await app().as('admin')).call('lawyers.pageList', { keyword: '王律师' })
  expect(total).toBe(1)
})

test('purging requires a reason and the password, and says what will be deleted', async () => {
  await remove('13800000002')
  const { user } = await open('admin', recycledLawyers, '/app/recycle/lawyer')
  await user.click(await screen.findByRole('button', { name: /^彻底删除/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /^彻底删除/ }))
  expect(dialog.getByText(/不能还原/)).toBeTruthy()
  const confirm = dialog.getByRole('button', { name: '彻底删除' })
  await user.click(confirm)
  expect((await dialog.findAllByText('请输入登录密码')).length).toBeGreaterThan(0)
  await user.type(dialog.getByRole('textbox', { name: /^原因/ }), '本人要求')
  await user.type(dialog.getByLabelText(/^登录密码/), password)
  await user.click(confirm)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('回收站是空的')
})

test('the list of cards links to its recycle bin', async () => {
  const { id: lawyerId } = app().world.people.get('13800000001')!
  const admin = await app().as('admin')
  const { id } = await admin.call('cards.createCard', { lawyerId, language: 'CN', name: '张律师' })
  await admin.send('POST', '/lawyer/card/delete', { body: { ids: [id], reason: '不再使用' } })
  await open('admin', cards, '/app/card')
  const link = await screen.findByRole('link', { name: '回收站' })
  expect(link.getAttribute('href')).toBe('/app/recycle/card')
})

test('restores a card as hidden, and empties the recycle bin', async () => {
  const { user } = await open('admin', recycledCards, '/app/recycle/card')
  await user.click(await screen.findByRole('button', { name: '还原张律师' }))
  const dialog = within(await screen.findByRole('dialog', { name: '还原“张律师”' }))
  expect(dialog.getByText(/还原后名片处于隐藏状态/)).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: /^原因/ }), '误删')
  await user.click(dialog.getByRole('button', { name: '还原' }))
  await screen.findByText('回收站是空的')
  const { records } = await (await app().as('admin')).call('cards.pageList', { keyword: '张律师' })
  expect(records).toMatchObject([{ showStatus: 0 }])
})

test('a lawyer finds the recycle bin from the own articles', async () => {
  await open('13800000001', ownArticles, '/app/user/articles')
  expect((await screen.findByRole('link', { name: '回收站' })).getAttribute('href')).toBe(
    '/app/recycle/article',
  )
})
