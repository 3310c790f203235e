import { sendNamed } from './call.ts'
import { CallError, nonStandardFailure } from './envelope.ts'

/** Milliseconds; enough for a hundred thousand rows over a slow connection. */
const timeout = 10 * 60_000

/** The download ended early: the server stopped or the connection was lost. */
const interruptedDownload = { code: '-1', message: '下载中断，文件不完整，没有保存，请重新导出' }

/** A downloaded file with the name that the server gave it. */
export type DownloadedFile = { name: string; blob: Blob }

const nameOf = ({ headers }: Response) =>
  decodeURIComponent(
    /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'file',
  )

const readFile = async (response: Response, onBytes: (bytes: number) => void): Promise<DownloadedFile> => {
  const chunks: BlobPart[] = []
  let bytes = 0
  const reader = response.body!.getReader()
  const read = () => reader.read().catch(() => Promise.reject(new CallError(interruptedDownload)))
  for (let next = await read(); !next.done; next = await read()) {
    chunks.push(new Uint8Array(next.value))
    onBytes((bytes += next.value.length))
  }
  return {
    name: nameOf(response),
    blob: new Blob(chunks, { type: response.headers.get('content-type') ?? '' }),
  }
}

type Options = { signal: AbortSignal; onBytes: (bytes: number) => void }

/**
 * Makes a declared call that answers a file and returns the file. `onBytes` gets the number of received bytes.
 * Rejects with a `CallError`.
 */
export const download = async (name: string, input: object, { signal, onBytes }: Options) => {
  let received: DownloadedFile | undefined
  const onFile = async (response: Response) => void (received = await readFile(response, onBytes))
  await sendNamed(name, input, { signal, timeout, onFile })
  if (!received) throw new CallError(nonStandardFailure)
  return received
}
