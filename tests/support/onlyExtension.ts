import { beforeEach } from 'vitest'

// The suites that walk every declaration run once more with an extension, of whose declarations alone they test what another
// project tests of the product's.

const named = (task: { name: string; suite?: { name: string } | undefined }) =>
  `${task.suite?.name ?? ''} ${task.name}`

beforeEach(({ task, skip }) => {
  const isOfExtension = /training/.test(named(task)) || task.file.name.startsWith('tests/extension/')
  skip(!isOfExtension, 'tested without the extension')
})
