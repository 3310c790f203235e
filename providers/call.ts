import { onlineManager } from '@tanstack/react-query'

import { callNamed, type registry } from '../resources/index.ts'
import type { InputOf, OutputOf } from '../resources/kit/index.ts'
import { type Addition, type AdditionName, learnFrom } from './backend/additions.ts'
import { readAnswer, readAnswerByName, type ReadOptions } from './backend/readAnswer.ts'
import { CallError, offline, unreachable } from './envelope.ts'
import { send, type SendOptions } from './request.ts'

type Registry = typeof registry
/** A declared call of the specification: its resource and its own name, `positions.page`. */
export type CallName = Exclude<keyof Registry, AdditionName>

/** Sends a call by a name that only the running program knows; an undeclared one throws 接口未定义. */
export const sendNamed = async (name: string, input: object, options?: SendOptions): Promise<unknown> => {
  const declared = callNamed(name)
  try {
    const { method, path, encoding, writes } = declared
    // Reads wait for the network by themselves. A write made later than it was meant would surprise whoever meant it.
    if (writes && !onlineManager.isOnline()) throw new CallError(offline)
    return await send({ name, method, path, encoding }, { ...input }, options)
  } catch (error) {
    if (error instanceof CallError) learnFrom(declared, error)
    // Somebody tried although the browser had said so, or its word came late.
    if (error instanceof CallError && error.code === unreachable.code && !navigator.onLine)
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

/** Makes a declared call; rejects with a CallError. What comes out is read by its declaration (backend/reader.ts). */
export const call = async <N extends CallName>(
  name: N,
  input: InputOf<Registry[N]> & object,
  options?: SendOptions,
): Promise<OutputOf<Registry[N]>> => readAnswer(name, await sendNamed(name, input, options), input)

/** `call` of an addition, for whoever has made sure that it is served. */
export const callAddition = async <N extends AdditionName>(
  { name }: Addition<N>,
  input: InputOf<Registry[N]> & object,
  options?: SendOptions,
): Promise<OutputOf<Registry[N]>> => readAnswer(name, await sendNamed(name, input, options), input)
