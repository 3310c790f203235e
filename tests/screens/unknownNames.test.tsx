import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { reference } from '../../resources/kit/index.ts'
import { ReferenceCell } from '../../src/fields/choice/cells.tsx'
import { useServer } from '../support/screen.tsx'

const { put } = useServer()
const cellOf = (id: number, to: 'lawyers' | 'admins' = 'lawyers') => (
  <ReferenceCell field={reference('负责人', to)} value={id} record={{ id: 1 }} isWhole={false} />
)

test('a reference to a record that the answer lacks says so', async () => {
  const { showLocale } = await put('admin', cellOf(987_654))
  expect(await screen.findByText('不可见或已删除（编号 987654）')).toBeDefined()
  await showLocale('en')
  expect(await screen.findByText('Not visible or deleted (no. 987654)')).toBeDefined()
})

test('a reference to a record of a kind that the reader may not see says no name', async () => {
  await put('13800000001', cellOf(1, 'admins'))
  expect(await screen.findByText('不可见或已删除（编号 1）')).toBeDefined()
})
