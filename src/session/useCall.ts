import { skipToken, useQuery, type UseQueryOptions } from '@tanstack/react-query'

import { type AdditionName, isServed } from '../../providers/backend/additions.ts'
import { readAnswer } from '../../providers/backend/readAnswer.ts'
import { sendNamed, servedCall, type ServedCall } from '../../providers/call.ts'
import { callNamed, type registry } from '../../resources/index.ts'
import type { InputOf, OutputOf } from '../../resources/kit/index.ts'
import { useSession } from './sessionContext.ts'

type Registry = typeof registry
type Name = keyof Registry
type Input<N extends Name> = InputOf<Registry[N]> & object
type Output<N extends Name> = OutputOf<Registry[N]>
/** React Query's options of a read; `T` is the type that `select` returns. */
type ReadOptions<N extends Name, T> = Omit<UseQueryOptions<Output<N>, Error, T>, 'queryKey' | 'queryFn'>

/** The query key of a call. It begins with the name of the resource, so that writes to the resource invalidate it. */
export const callKey = <N extends Name>(name: N, input: Input<N> | null) => [...name.split('.'), input]

/**
 * Reads by a declared call what is neither a record nor a list; those are read by react-admin's `useGetOne` and
 * `useGetList`. With a null input nothing is sent, nor is a call that the back-end lacks.
 */
export const useCall = <N extends Name, T = Output<N>>(
  name: N,
  input: Input<N> | null,
  options?: ReadOptions<N, T>,
) => {
  const { access } = useSession()
  return useQuery({
    ...options,
    queryKey: callKey(name, input),
    queryFn:
      input && isServed(callNamed(name), access.additions)
        ? async ({ signal }) => readAnswer(name, await sendNamed(name, input, { signal }), input)
        : skipToken,
  })
}

/** `servedCall` for the signed-in user. */
export const useServedCall = <const N extends AdditionName>(name: N): ServedCall<N> | null =>
  servedCall(name, useSession().access.additions)
