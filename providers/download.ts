import { sendNamed } from './call.ts'
import { CallError, nonStandard } from './envelope.ts'

/** A hundred thousand rows over a slow line. */
const timeout = 10 * 60_000

/** The answer began and did not come to its end: the server stopped, or the line is gone. */
const brokenOff = { code: '-1', message: '下载中断，文件不完整，没有保存，请重新导出' }

/** A downloaded file with the name that the server gave it. */
export type Received = { name: string; blob: Blob }

const nameOf = ({ headers }: Response) =>
  decodeURIComponent(
    /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'file',
  )

const readFile = async (response: Response, onBytes: (bytes: number) => void): Promise<Received> => {
  const chunks: BlobPart[] = []
  let bytes = 0
  const reader = response.body!.getReader()
  const read = () => reader.read().catch(() => Promise.reject(new CallError(brokenOff)))
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

/** Makes a declared call that answers a file; its refusals reject as those of every call. */
export const download = async (name: string, input: object, { signal, onBytes }: Options) => {
  let received: Received | undefined
  const onFile = async (response: Response) => void (received = await readFile(response, onBytes))
  await sendNamed(name, input, { signal, timeout, onFile })
  if (!received) throw new CallError(nonStandard)
  return received
}
