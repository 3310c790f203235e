import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

import { MixedOffice } from '../guide/MixedOffice.tsx'
import { PlainOffice } from '../guide/PlainOffice.tsx'
import { PlainPeople } from '../guide/PlainPeople.tsx'
import { useServer } from '../support/screen.tsx'

// The pages of docs/develop.md that are made of react-admin's own components.
const { app, put } = useServer()

const office = (name: string) => app().world.offices.get(name)!

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!)

describe("a list of react-admin's own components", () => {
  test('shows people with their office, and the buttons that the user may use', async () => {
    await put('admin', <PlainPeople />)
    const row = await rowOf('郑律师')
    expect(await row.findByText('东所')).toBeDefined()
    expect(await row.findByRole('link', { name: '编辑' })).toBeDefined()
    expect(await row.findByRole('button', { name: '删除' })).toBeDefined()
  })

  test("contains the rows of the user's office level, without forbidden buttons", async () => {
    await put('branch2', <PlainPeople />)
    const row = await rowOf('郑律师')
    expect(await row.findByRole('link', { name: '编辑' })).toBeDefined()
    expect(row.queryByRole('button', { name: '删除' })).toBeNull()
    expect(screen.queryByText('吴律师')).toBeNull()
  })

  test('filters by a reference', async () => {
    const { user } = await put('admin', <PlainPeople />)
    await rowOf('吴律师')
    await user.click(screen.getByRole('button', { name: '增加筛选' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: '律所' }))
    await user.click(await screen.findByRole('combobox', { name: '律所' }))
    await user.click(await screen.findByRole('option', { name: '南所' }))
    await waitFor(() => expect(screen.queryByText('吴律师')).toBeNull())
    expect(await rowOf('王律师')).toBeDefined()
  })

  test('deletes a person if the right allows it', async () => {
    const { user } = await put('admin', <PlainPeople />)
    const row = await rowOf('王律师')
    await user.click(await row.findByRole('button', { name: '删除' }))
    await user.click(await screen.findByRole('button', { name: '确认' }))
    await waitFor(() => expect(screen.queryByText('王律师')).toBeNull())
    const { call } = await app().as('admin')
    const { records } = await call('lawyers.pageList', { pageNum: 1, pageSize: 10 })
    expect(records.map(person => person.name)).not.toContain('王律师')
  })

  test('follows the selected language', async () => {
    const { showLocale } = await put('admin', <PlainPeople />)
    await rowOf('吴律师')
    await showLocale('en')
    expect(await screen.findByRole('button', { name: 'Add filter' })).toBeDefined()
    expect((await screen.findAllByRole('link', { name: 'Edit' })).length).toBeGreaterThan(0)
    expect(screen.getByRole('columnheader', { name: 'Office' })).toBeDefined()
  })

  test('redirects a lawyer', async () => {
    const { router } = await put('13800000002', <PlainPeople />)
    await waitFor(() => expect(router.state.location.pathname).toBe('/access-denied'))
  })
})

describe("a form of react-admin's own components", () => {
  test('saves changed fields', async () => {
    const { user } = await put('branch', <PlainOffice id={office('东所')} />)
    const email = await screen.findByLabelText('邮箱')
    await user.clear(email)
    await user.type(email, 'east@liangshan.example')
    await user.click(screen.getByRole('button', { name: '保存' }))
    const { call } = await app().as('branch')
    await waitFor(async () =>
      expect((await call('offices.firmOrganizationInfo', { organizationId: office('东所') })).email).toBe(
        'east@liangshan.example',
      ),
    )
  })

  test("reports the server's errors at their fields", async () => {
    const { user } = await put('branch', <PlainOffice id={office('东所')} />)
    const email = await screen.findByLabelText('邮箱')
    await user.clear(email)
    await user.type(email, 'nobody')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
    const described = email.getAttribute('aria-describedby')!
    expect(document.getElementById(described)!.textContent).toMatch(/邮箱/)
  })

  test('returns to the list from an office that the user may not see', async () => {
    const { router } = await put('branch', <PlainOffice id={office('南所')} />)
    expect(await screen.findByText('记录不存在或已删除')).toBeDefined()
    expect(router.state.location.pathname).toBe('/offices')
  })
})

describe("a form of the product with one of react-admin's inputs", () => {
  const emailOf = async () => {
    const { call } = await app().as('branch')
    return (await call('offices.firmOrganizationInfo', { organizationId: office('东所') })).email
  }

  test('saves what is typed into either, and reports what is wrong at both', async () => {
    const { user } = await put('branch', <MixedOffice id={office('东所')} />)
    const email = await screen.findByRole('textbox', { name: '电子邮箱' })
    const phone = await screen.findByRole('textbox', { name: /^联系电话/ })
    await user.clear(phone)
    await user.type(phone, '021')
    await user.clear(email)
    await user.type(email, 'nobody')
    await user.click(await screen.findByRole('button', { name: '保存' }))
    await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
    expect(phone.getAttribute('aria-invalid')).toBe('true')
    await user.clear(phone)
    await user.type(phone, '021-55550011')
    await user.clear(email)
    await user.type(email, 'mixed@liangshan.example')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(async () => expect(await emailOf()).toBe('mixed@liangshan.example'))
  })
})
