import type { z } from 'zod'

import { openAnswer, requestOf, connectionFailure } from '../../../providers/request.ts'
import { CallError } from '../../../providers/envelope.ts'
import { sharedPreview } from '../../../resources/sharedPreview.ts'

type Calls = (typeof sharedPreview)['calls']

/** Makes a call of this page, never with the session of somebody who is signed in in the same browser. */
export const publicCall = async <N extends keyof Calls>(
  name: N,
  input: z.input<Calls[N]['input']> & object,
): Promise<z.output<Calls[N]['output']>> => {
  const { method, path, encoding, output } = sharedPreview.calls[name]
  const route = { name: `sharedPreview.${name}`, method, path, encoding }
  const response = await fetch(requestOf(route, { ...input }, undefined, {})).catch(() => null)
  if (!response) throw connectionFailure()
  const read = output.safeParse(openAnswer(await response.text(), response.status))
  if (!read.success) throw new CallError({ code: '-99', message: 'server returned non-standard content' })
  return read.data as z.output<Calls[N]['output']>
}

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
