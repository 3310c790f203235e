import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { AnyResource, Fields } from '../../resources/kit/index.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import { offices } from '../../resources/offices/index.ts'
import { useServer } from '../support/screen.tsx'

const { app, open } = useServer()
afterEach(() => vi.restoreAllMocks())

/** Records the names of the fields rendered from now on, since rendering a field reads its label. */
const watchRenderedFields = (fields: Fields) => {
  const drawn = new Set<string>()
  for (const [name, field] of Object.entries(fields)) {
    const { label } = field
    vi.spyOn(field, 'label', 'get').mockImplementation(() => {
      drawn.add(name)
      return label
    })
  }
  return drawn
}

const someLawyer = async () => {
  const admin = await app().as('admin')
  const { records } = await admin.call('lawyers.pageList', { pageNum: 1, pageSize: 1 })
  return records[0]!.id
}
const forms: [AnyResource, () => Promise<string>, RegExp][] = [
  [offices, async () => '/app/office/1/detail', /^律所名称$/],
  [lawyers, async () => `/app/lawyer/${await someLawyer()}`, /^姓名$/],
]

test.each(forms)('a key press renders only its own field: $name', async (resource, pathOf, label) => {
  const { user, client } = await open('admin', resource, await pathOf())
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: label })
  // The first change also renders the count and the button; no other field may render with them.
  await user.type(input, '甲')
  await screen.findByText('1 项未保存')
  await waitFor(() => {
    expect(document.querySelector('.field-loading')).toBeNull()
    // The places of a level are asked for when those of the level above it have arrived, which opens its box.
    expect(document.querySelector('.area input:disabled')).toBeNull()
    expect(client.isFetching()).toBe(0)
  })
  const before = input.value
  const drawn = watchRenderedFields(resource.fields)
  await user.type(input, '乙丙')
  await waitFor(() => expect(input.value).toBe(`${before}乙丙`))
  expect([...drawn]).toEqual(['name'])
})

describe('before any pause comes', () => {
  beforeEach(() => void vi.spyOn(window, 'requestIdleCallback').mockReturnValue(0))

  test('a key press in the grid renders only its cell, and blur updates its row', async () => {
    const { user } = await open('admin', lawyers, '/app/lawyer/create')
    const input = await screen.findByLabelText<HTMLInputElement>('第1行姓名')
    await user.type(input, '林知远')
    expect(input.value).toBe('林知远')
    const button = document.querySelector('[data-cell="remove"]')
    expect(button?.getAttribute('aria-label')).toBe('移除第 1 行')
    await user.tab()
    await waitFor(() => expect(button?.getAttribute('aria-label')).toBe('移除林知远'))
    expect(input.value).toBe('林知远')
  })

  test('Enter selects the option that matches all typed text', async () => {
    const { user } = await open('admin', lawyers, '/app/lawyer')
    await user.click(await screen.findByRole('button', { name: /^筛选所属律所/ }))
    const input = await screen.findByRole<HTMLInputElement>('combobox', { name: '搜索所属律所' })
    // The options are requested when the panel opens, so the test waits until they are there.
    await screen.findAllByRole('option')
    await user.type(input, '南')
    await user.keyboard('{Enter}')
    const chip = await screen.findByRole('button', { name: /^所属律所：/ })
    await waitFor(() => expect(chip.textContent).toBe('所属律所：南所'))
  })
})
