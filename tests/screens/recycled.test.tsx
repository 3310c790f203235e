import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { recycled } from '../../resources/lawyers/recycled.ts'
import { offices } from '../../server/db/tables.ts'
import { password } from '../support/app.ts'
import { useServer } from '../support/screen.tsx'

const { app, open } = useServer()

const remove = async (account: string) => {
  const { id } = app().world.people.get(account)!
  await (await app().as('admin')).send('DELETE', `/lawyer/remove/${id}`, { body: { reason: '录入有误' } })
}

test('whoever was removed is brought back from the bin; what stands in the way is said at its field', async () => {
  await remove('13800000003')
  await app().database.write(1, db =>
    db
      .update(offices)
      .set({ status: 0 })
      .where(eq(offices.organizationId, app().world.offices.get('南所')!)),
  )
  const { user } = await open('admin', recycled, '/app/recycle')
  await user.click(await screen.findByRole('button', { name: '还原王律师' }))
  const dialog = within(await screen.findByRole('dialog', { name: '还原「王律师」' }))
  await user.type(dialog.getByRole('textbox', { name: /^原因/ }), '误删')
  await user.click(dialog.getByRole('button', { name: '还原' }))
  expect((await dialog.findAllByText(/请选择要转入的律所/)).length).toBeGreaterThan(0)
  await user.type(dialog.getByRole('combobox', { name: /^转入律所/ }), '东所')
  await user.click(await screen.findByRole('option', { name: /东所/ }))
  await user.click(dialog.getByRole('button', { name: '还原' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('还没有已移除人员')
  const { total } = await (await app().as('admin')).call('lawyers.pageList', { keyword: '王律师' })
  expect(total).toBe(1)
})

test('for good only with a reason and the own password, and it says what goes and what stays', async () => {
  await remove('13800000002')
  const { user } = await open('admin', recycled, '/app/recycle')
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
  await screen.findByText('还没有已移除人员')
})
