import { type Addition, servedAddition } from '../../../providers/backend/additions.ts'
import { additions } from '../../../resources/index.ts'
import { useSession } from '../../shell/sessionContext.ts'

const all = new Set(additions)

/**
 * `useAddition` of a call that sets a second factor up. Whoever has to is told as little of the configuration as a stranger:
 * only a back-end that serves these calls says that he has to.
 */
export const useFactorAddition = <
  const N extends 'session.factor' | 'session.beginFactor' | 'session.confirmFactor',
>(
  name: N,
): Addition<N> | null => {
  const { access, self } = useSession()
  return servedAddition(name, self.mustSetFactor ? all : access.additions)
}
