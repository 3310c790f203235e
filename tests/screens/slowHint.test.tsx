import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { FormSkeleton } from '../../src/states/FormSkeleton.tsx'
import { ListSkeleton } from '../../src/states/ListSkeleton.tsx'
import { Spinner } from '../../src/ui/Spinner.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each([
  ['a page', <Spinner key="page" />],
  ['a list', <ListSkeleton key="list" rows={2} columns={2} />],
  ['a form', <FormSkeleton key="form" />],
])('%s that takes three seconds says that it takes long', (_, element) => {
  vi.useFakeTimers()
  render(element)
  act(() => void vi.advanceTimersByTime(2_999))
  expect(screen.queryByText('加载时间较长，请稍候')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByText('加载时间较长，请稍候')).toBeDefined()
})
