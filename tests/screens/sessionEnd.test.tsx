import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { call } from '../../providers/call.ts'
import { useClient } from '../support/client.ts'

const { app, visit } = useClient()

// The only test of this file, because the page remembers that it is being left.
test('several calls that find the session expired cause one message and one redirect', async () => {
  const person = await app().asNew('admin')
  await visit(person, '/app/office/list')
  await screen.findByRole('table')
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {})
  await person.call('session.logout')
  const onSettled = vi.fn<() => void>()
  for (let count = 0; count < 10; count++) call('session.self', {}).then(onSettled, onSettled)
  expect(await screen.findAllByText('登录超时')).toHaveLength(1)
  // The token is deleted when the message appears, so later requests of a screen carry none.
  call('session.self', {}).then(onSettled, onSettled)
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/web/'))
  // A request without a token neither succeeds nor fails until the sign-in page opens.
  expect(onSettled).not.toHaveBeenCalled()
  expect(await screen.findAllByText('登录超时')).toHaveLength(1)
})
