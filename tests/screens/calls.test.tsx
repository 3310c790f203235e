import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { SessionContext, useSession } from '../../src/session/sessionContext.ts'
import { useCall } from '../../src/session/useCall.ts'
import { useServer } from '../support/screen.tsx'

const { network, put } = useServer()

const Cities = ({ provinceCode }: { provinceCode: string | null }) => {
  const { data } = useCall('areas.cityList', provinceCode === null ? null : { provinceCode })
  return <p>{data ? data.map(({ name }) => name).join('、') : '无'}</p>
}

const countCalls = (path: string) => {
  const queries: string[] = []
  network.events.on('response:mocked', ({ request }) => {
    const { pathname, search } = new URL(request.url)
    if (pathname.endsWith(path)) queries.push(search)
  })
  return queries
}

test('sends one request for several components with the same input, and none before the input is known', async () => {
  const queries = countCalls('/area/cityList')
  const Page = () => {
    const [code, setCode] = useState<string | null>(null)
    return (
      <>
        <button type="button" onClick={() => setCode('440000')}>
          广东
        </button>
        <Cities provinceCode={code} />
        <Cities provinceCode={code} />
      </>
    )
  }
  const { user } = await put('admin', <Page />)
  expect(screen.getAllByText('无')).toHaveLength(2)
  expect(queries).toEqual([])
  await user.click(screen.getByRole('button', { name: '广东' }))
  await waitFor(() => expect(screen.getAllByText(/深圳市/)).toHaveLength(2))
  expect(queries).toHaveLength(1)
})

test('sends no request for a call that the back-end lacks', async () => {
  const Reach = () => <p>{useCall('logs.reach', {}).fetchStatus}</p>
  const WithoutAdditions = () => {
    const session = useSession()
    const access = { ...session.access, additions: new Set<string>() }
    return (
      <SessionContext value={{ ...session, access }}>
        <Reach />
      </SessionContext>
    )
  }
  await put('admin', <WithoutAdditions />)
  expect(screen.getByText('idle')).toBeTruthy()
})

test('refetches reads when their resource is invalidated', async () => {
  const queries = countCalls('/area/cityList')
  const { client } = await put('admin', <Cities provinceCode="440000" />)
  await screen.findByText(/深圳市/)
  await act(() => client.invalidateQueries({ queryKey: ['areas'] }))
  expect(queries).toHaveLength(2)
})
