import { existsSync } from 'node:fs'
import os from 'node:os'

import { expect, test } from 'vitest'

import { runServer } from '../../support/process.ts'

test('a process that a test starts without DATA_DIR uses a temporary folder, which is removed when it ends', async () => {
  const command = runServer({}, { entry: 'dist-server/cli.js', args: ['verify-audit'] })
  expect((await command.ended).code).toBe(1)
  const [folder = ''] = /\S*ta-process-\w+/.exec(command.errors()) ?? []
  expect(folder, command.errors()).toContain(os.tmpdir())
  expect(existsSync(folder)).toBe(false)
})
