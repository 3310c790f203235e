import { beforeAll, expect } from 'vitest'

import { forgetOpened, openedBy } from './opened.ts'

/**
 * Fails a test file that leaves a server, a database or a folder behind. What `beforeAll` returns runs after every `afterAll`,
 * and this one last of all, because set-up files are run before the test file.
 */
beforeAll(() => () => {
  const file = expect.getState().testPath ?? ''
  const left = openedBy(file)
  forgetOpened(file)
  if (left.length > 0) throw new Error(`left behind by this file: ${left.join(', ')}`)
})
