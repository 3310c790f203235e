import { callNamed } from '../resources/index.ts'
import { send } from './request.ts'

/** A hundred thousand rows over a slow line. */
const patience = 10 * 60_000

export type Received = { name: string; blob: Blob }

const nameOf = ({ headers }: Response) =>
  decodeURIComponent(
    /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'file',
  )

const readFile = (onBytes: (bytes: number) => void) => async (response: Response) => {
  const chunks: BlobPart[] = []
  let bytes = 0
  const reader = response.body!.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value as Uint8Array<ArrayBuffer>)
    onBytes((bytes += next.value.length))
  }
  return {
    name: nameOf(response),
    blob: new Blob(chunks, { type: response.headers.get('content-type') ?? '' }),
  }
}

type Options = { signal: AbortSignal; onBytes: (bytes: number) => void }

/** Makes a declared call that answers a file; its refusals reject as those of every call. */
export const download = async (name: string, input: object, { signal, onBytes }: Options) =>
  (await send(callNamed(name), { ...input }, { signal, patience, onFile: readFile(onBytes) })) as Received
