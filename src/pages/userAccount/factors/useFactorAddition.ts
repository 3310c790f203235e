import { type Addition, servedAddition } from '../../../../providers/backend/additions.ts'
import { additions } from '../../../../resources/index.ts'
import { useSession } from '../../../session/sessionContext.ts'

const allAdditions = new Set(additions)

/**
 * Like `useAddition`, for calls that set up a second factor. A user who has to set one up gets no list of supported calls;
 * but only a back-end that supports them can require it.
 */
export const useFactorAddition = <
  const N extends
    | 'session.factor'
    | 'session.beginFactor'
    | 'session.confirmFactor'
    | 'session.passkeys'
    | 'session.beginPasskey'
    | 'session.addPasskey',
>(
  name: N,
): Addition<N> | null => {
  const { access, self } = useSession()
  return servedAddition(name, self.mustSetFactor ? allAdditions : access.additions)
}
