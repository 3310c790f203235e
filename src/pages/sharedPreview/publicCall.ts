import type { z } from 'zod'

import { openAnswer, requestOf, connectionFailure } from '../../../providers/request.ts'
import { CallError } from '../../../providers/envelope.ts'
import type { Call } from '../../../resources/kit/index.ts'
import { sharedPreview } from '../../../resources/sharedPreview.ts'

type PublicCall<O extends z.ZodType> = Pick<Call, 'method' | 'path' | 'encoding'> & { output: O }

/** Makes a call of this page, never with the session of somebody who is signed in in the same browser. */
const publicCall = async <O extends z.ZodType>(
  { method, path, encoding, output }: PublicCall<O>,
  input: Readonly<Record<string, unknown>>,
): Promise<z.output<O>> => {
  const response = await fetch(requestOf({ method, path, encoding }, input, undefined, {})).catch(() => null)
  if (!response) throw connectionFailure()
  const read = output.safeParse(openAnswer(await response.text(), response.status))
  if (!read.success) throw new CallError({ code: '-99', message: 'server returned non-standard content' })
  return read.data
}

type Calls = (typeof sharedPreview)['calls']
type InputFor<N extends keyof Calls> = z.input<Calls[N]['input']>
const { calls } = sharedPreview

export const openLink = (input: InputFor<'open'>) => publicCall(calls.open, input)
export const decideByLink = (input: InputFor<'decide'>) => publicCall(calls.decide, input)
export const readReceipt = (input: InputFor<'receipt'>) => publicCall(calls.receipt, input)
export const withdrawByReceipt = (input: InputFor<'withdraw'>) => publicCall(calls.withdraw, input)

const toText = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** 256 random bits as the server expects them. */
export const newKey = () => toText(crypto.getRandomValues(new Uint8Array(32)))

/**
 * The key with which this browser opens a link, which stays the same when the page is loaded again. Where the browser stores
 * nothing, the link can be opened once.
 */
export const readerKey = (secret: string): string => {
  const name = `preview.${secret.slice(0, 8)}`
  try {
    const stored = localStorage.getItem(name)
    if (stored) return stored
    const key = newKey()
    localStorage.setItem(name, key)
    return key
  } catch {
    return newKey()
  }
}
