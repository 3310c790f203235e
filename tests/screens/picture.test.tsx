import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { PictureWithFallback } from '../../src/ui/PictureWithFallback.tsx'

test('a picture that cannot be loaded is replaced by the fallback, and the next one is tried', () => {
  const { rerender } = render(<PictureWithFallback src="/gone.jpg" alt="肖像" fallback="吴" />)
  fireEvent.error(screen.getByRole('img', { name: '肖像' }))
  expect(screen.queryByRole('img')).toBeNull()
  expect(document.body.textContent).toBe('吴')
  rerender(<PictureWithFallback src="/new.jpg" alt="肖像" fallback="吴" />)
  expect(screen.getByRole('img', { name: '肖像' }).getAttribute('src')).toBe('/new.jpg')
})
