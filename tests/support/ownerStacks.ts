import * as React from 'react'

/**
 * The number of owner stacks that React has captured in the present second; above 10,000 it pauses until the
 * next one.
 */
type Internals = { recentlyCreatedOwnerStacks: number }

const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const internals = (React as unknown as Record<string, Internals | undefined>)[name]

// In development React captures a stack for each element to name its creator in warnings, which takes a fifth
// of the screens' test time. The warnings themselves stay.
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 1e5, set: () => {} })
