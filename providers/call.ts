import { callNamed, type registry } from '../resources/index.ts'
import type { InputOf, OutputOf } from '../resources/kit/index.ts'
import { send, type SendOptions } from './request.ts'

type Registry = typeof registry
/** A declared call: its resource and its own name, `positions.page`. */
export type CallName = keyof Registry

/** A call by a name that only the running program knows; an undeclared one throws 接口未定义. */
export const callByName = async (name: string, input: object, options?: SendOptions): Promise<unknown> =>
  send(callNamed(name), { ...input }, options)

/**
 * Makes a declared call; rejects with a CallError. What comes out is taken as declared, not checked again: our server
 * checks it before it sends it, and the contract tests hold a firm's own back-end to the same declaration.
 */
export const call = async <N extends CallName>(
  name: N,
  input: InputOf<Registry[N]>,
  options?: SendOptions,
): Promise<OutputOf<Registry[N]>> =>
  (await callByName(name, input as object, options)) as OutputOf<Registry[N]>
