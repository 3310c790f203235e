import { skipToken, useQuery, type UseQueryOptions } from '@tanstack/react-query'

import type { registry } from '../resources/index.ts'
import type { InputOf, OutputOf } from '../resources/kit/index.ts'
import type { Addition, AdditionName } from './backend/additions.ts'
import { readAnswer } from './backend/readAnswer.ts'
import { type CallName, sendNamed } from './call.ts'

type Registry = typeof registry
type Name = keyof Registry
type Input<N extends Name> = InputOf<Registry[N]> & object
type Output<N extends Name> = OutputOf<Registry[N]>
/** What else React Query may be told of a read; `T` is what `select` makes of the answer. */
type ReadOptions<N extends Name, T> = Omit<UseQueryOptions<Output<N>, Error, T>, 'queryKey' | 'queryFn'>

/** The key under which a call is cached; the name of its resource comes first, so that a write to that reaches it. */
export const callKey = <N extends Name>(name: N, input: Input<N> | null) => [...name.split('.'), input]

const useRead = <N extends Name, T>(
  name: N | undefined,
  input: Input<N> | null,
  options: ReadOptions<N, T> | undefined,
) =>
  useQuery({
    ...options,
    queryKey: name ? callKey(name, input) : [],
    queryFn:
      name && input
        ? async ({ signal }) => readAnswer(name, await sendNamed(name, input, { signal }), input)
        : skipToken,
  })

/**
 * Reads by a declared call what is no record and no list of a resource: those are read by react-admin's `useGetOne` and
 * `useGetList`. Without an input nothing is asked.
 */
export const useCall = <N extends CallName, T = Output<N>>(
  name: N,
  input: Input<N> | null,
  options?: ReadOptions<N, T>,
) => useRead(name, input, options)

/** `useCall` of an addition; of a back-end that lacks it nothing is asked. */
export const useCallAddition = <N extends AdditionName, T = Output<N>>(
  addition: Addition<N> | null,
  input: Input<N> | null,
  options?: ReadOptions<N, T>,
) => useRead(addition?.name, input, options)
