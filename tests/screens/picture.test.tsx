import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { Picture } from '../../src/shell/Picture.tsx'

test('a picture that does not come gives way to what stands instead, and another one is tried', () => {
  const { rerender } = render(<Picture src="/gone.jpg" alt="肖像" instead="吴" />)
  fireEvent.error(screen.getByRole('img', { name: '肖像' }))
  expect(screen.queryByRole('img')).toBeNull()
  expect(document.body.textContent).toBe('吴')
  rerender(<Picture src="/new.jpg" alt="肖像" instead="吴" />)
  expect(screen.getByRole('img', { name: '肖像' }).getAttribute('src')).toBe('/new.jpg')
})
