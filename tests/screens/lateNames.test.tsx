import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

import { ComboBox } from '../../src/fields/comboBox/ComboBox.tsx'

afterEach(cleanup)

const choices = [
  { id: 1, name: '刑事' },
  { id: 2, name: '国际贸易' },
]

const Box = ({ isMultiple, name }: { isMultiple: boolean; name: string }) => (
  <ComboBox
    control={{ id: 'box', 'aria-label': '专业领域' }}
    choices={choices}
    value={[{ id: 1, name }]}
    isMultiple={isMultiple}
    onChange={() => {}}
  />
)

test.each([true, false])(
  'names that come while somebody types leave what is typed alone (several: %s)',
  async isMultiple => {
    const user = userEvent.setup()
    const { rerender } = render(<Box isMultiple={isMultiple} name="" />)
    const box = screen.getByRole<HTMLInputElement>('combobox', { name: '专业领域' })
    await user.type(box, '国际')
    rerender(<Box isMultiple={isMultiple} name="刑事" />)
    expect(box.value).toBe('国际')
    expect((await screen.findAllByRole('option')).map(it => it.textContent)).toEqual(['国际贸易'])
  },
)

test('a single select shows a name that arrives later', async () => {
  const { rerender } = render(<Box isMultiple={false} name="" />)
  rerender(<Box isMultiple={false} name="刑事" />)
  expect(await screen.findByDisplayValue('刑事')).toBe(screen.getByRole('combobox'))
})
