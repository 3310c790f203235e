import { onlineManager } from '@tanstack/react-query'

import { callNamed, type registry } from '../resources/index.ts'
import type { InputOf, OutputOf } from '../resources/kit/index.ts'
import { type AdditionName, additionsStore, isServed, withdrawIfUnknown } from './backend/additions.ts'
import { readAnswer, readAnswerByName, type ReadOptions } from './backend/readAnswer.ts'
import { CallError, offlineFailure, unreachableFailure } from './envelope.ts'
import { send, type SendOptions } from './request.ts'

type Registry = typeof registry
/** The full name of a call of the specification, such as `positions.page`. */
export type CallName = Exclude<keyof Registry, AdditionName>

/**
 * Sends a call whose name is only known at run time; throws 接口未定义 if it is not declared. Rejects with a `CallError`.
 */
export const sendNamed = async (name: string, input: object, options?: SendOptions): Promise<unknown> => {
  const declared = callNamed(name)
  try {
    const { method, path, encoding, writes } = declared
    // React Query pauses reads while offline. A write fails at once instead, since a late write would surprise the
    // user.
    if (writes && !onlineManager.isOnline()) throw new CallError(offlineFailure)
    return await send({ name, method, path, encoding }, { ...input }, options)
  } catch (error) {
    if (error instanceof CallError) withdrawIfUnknown(declared, error)
    // The browser reported the loss of the network late, or the user tried in spite of it.
    if (error instanceof CallError && error.code === unreachableFailure.code && !navigator.onLine)
      onlineManager.setOnline(false)
    throw error
  }
}

/** `sendNamed`, with the answer read by its declaration. */
export const callByName = async (
  name: string,
  input: object,
  options?: SendOptions & ReadOptions,
): Promise<unknown> => readAnswerByName(name, await sendNamed(name, input, options), input, options)

/**
 * Sends a call of the specification and reads the answer by its declaration (backend/reader.ts). Rejects with a
 * `CallError`.
 */
export const call = async <N extends CallName>(
  name: N,
  input: InputOf<Registry[N]> & object,
  options?: SendOptions,
): Promise<OutputOf<Registry[N]>> => readAnswer(name, await sendNamed(name, input, options), input)

/** Like `call`, for an additional call that the back-end serves. */
export type ServedCall<N extends AdditionName> = (
  input: InputOf<Registry[N]> & object,
  options?: SendOptions,
) => Promise<OutputOf<Registry[N]>>

/**
 * The function that sends an additional call, or null if the back-end lacks it. `call` refuses these names, so that one
 * cannot be sent without the check.
 */
export const servedCall = <const N extends AdditionName>(
  name: N,
  additions = additionsStore.read(),
): ServedCall<N> | null =>
  isServed(callNamed(name), additions)
    ? async (input, options) => readAnswer(name, await sendNamed(name, input, options), input)
    : null
