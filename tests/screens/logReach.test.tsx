import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { logs } from '../../resources/logs.ts'
import { useServer } from '../support/screen.tsx'

const { app, open } = useServer()

test('the log says how long it is kept and when it starts, if the firm limits it', async () => {
  const system = await app().as('system')
  const { version } = await system.call('system.config')
  await system.call('system.updateConfig', { security: { logMonths: 36 }, version })
  await open('admin', logs, '/app/logs')
  expect(
    await screen.findByText(/^日志保留36个月，现有的日志从20\d{2}-\d{2}-\d{2} \d{2}:\d{2}开始。$/),
  ).toBeTruthy()
})
