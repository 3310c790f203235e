import { beforeEach } from 'vitest'

import { extensions } from '../../resources/domain/extensions.ts'

// The suites that walk every declaration run once more with an extension, of whose declarations alone they test what another
// project tests of the product's.

const named = (task: { name: string; suite?: { name: string } | undefined }) =>
  `${task.suite?.name ?? ''} ${task.name}`

beforeEach(({ task, skip }) => {
  const isNamed = extensions.some(({ name }) => named(task).includes(name))
  const isOfExtension = isNamed || !/^tests\/(?!extension\/)/.test(task.file.name)
  skip(!isOfExtension, 'tested without the extension')
})
