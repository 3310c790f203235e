import * as React from 'react'

/** How many stacks React has written lately; beyond 10,000 it writes no more until its next second. */
type Internals = { recentlyCreatedOwnerStacks: number }

const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const internals = (React as unknown as Record<string, Internals | undefined>)[name]

// While developing, React writes a stack for each element it makes, to name who made it in a warning: a fifth of what the
// screens cost here. The warnings themselves stay.
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 1e5, set: () => {} })
