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
/** React Query's options of a read; `T` is the type that `select` returns. */
type ReadOptions<N extends Name, T> = Omit<UseQueryOptions<Output<N>, Error, T>, 'queryKey' | 'queryFn'>

/** The query key of a call. It begins with the name of the resource, so that writes to the resource invalidate it. */
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
 * Reads by a declared call what is neither a record nor a list; those are read by react-admin's `useGetOne` and
 * `useGetList`. With a null input nothing is sent.
 */
export const useCall = <N extends CallName, T = Output<N>>(
  name: N,
  input: Input<N> | null,
  options?: ReadOptions<N, T>,
) => useRead(name, input, options)

/** Like `useCall`, for an additional call; null means that the back-end lacks it, and nothing is sent. */
export const useCallAddition = <N extends AdditionName, T = Output<N>>(
  addition: Addition<N> | null,
  input: Input<N> | null,
  options?: ReadOptions<N, T>,
) => useRead(addition?.name, input, options)
