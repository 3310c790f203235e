import type { ServedCall } from './call.ts'
import { lastCharacters } from '../resources/kit/clean.ts'
import type { UploadScene } from '../resources/domain/uploadScene.ts'
import { CallError } from './envelope.ts'
import { isPlainObject } from '../resources/kit/objects.ts'
import { apiBase } from './request.ts'
import { type ReportProgress, throwUploadRefusal, sendToBackend } from './upload.ts'

// Uploads a large file in pieces. The upload continues when the network is back, and also when the same file is
// chosen again after a reload.

/** The additional calls of an upload in pieces. A back-end without them accepts only whole files. */
type PieceUploadCalls = {
  begin: ServedCall<'uploads.begin'>
  finish: ServedCall<'uploads.finish'>
  cancel: ServedCall<'uploads.cancel'>
}

/** Milliseconds before each retry after which no more bytes arrived. */
const pauses = [1_000, 3_000, 10_000]

/** Waits until the network is back if the browser is offline, otherwise for `pause` milliseconds. */
const waitForRetry = (pause: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = navigator.onLine ? setTimeout(resolve, pause) : undefined
    window.addEventListener('online', () => resolve(), { once: true, signal })
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(new DOMException('aborted', 'AbortError'))
      },
      { once: true },
    )
  })

/** Whether the connection broke: there was no answer, or one of a gateway, and no refusal. */
const isBrokenOff = (error: unknown) => error instanceof CallError && !/^\d/.test(error.code)
/** Whether the server has a different number of bytes than expected. */
const isOffsetMismatch = (error: unknown) => error instanceof CallError && error.code === '4091'

const offsetIn = (data: unknown) => {
  if (isPlainObject(data) && typeof data['offset'] === 'number') return data['offset']
  throw new CallError({ code: '-1', message: '上传失败，请重试' })
}

type Options = { scene: UploadScene & 'video'; name: string; progress: ReportProgress; signal: AbortSignal }

const sendPieces = async (
  file: File,
  resuming: PieceUploadCalls,
  { scene, name, progress, signal }: Options,
) => {
  const fingerprint = `${lastCharacters(name, 200)} ${file.lastModified}`
  const wanted = { scene, size: file.size, mime: file.type, fingerprint }
  const begin = () => resuming.begin(wanted, { signal }).catch(throwUploadRefusal)
  const { key, pieceSize, ...begun } = await begin()
  let { offset } = begun
  for (let tries = 0; offset < file.size;) {
    const from = offset
    const share = (sent: number) => progress((from + sent) / file.size)
    share(0)
    const address = `${apiBase}/upload/piece?${new URLSearchParams({ key, offset: String(from) })}`
    try {
      const body = file.slice(from, from + pieceSize)
      offset = offsetIn(await sendToBackend({ method: 'PUT', address, body }, share, signal))
      tries = 0
    } catch (error) {
      const pause = pauses[tries++]
      if (pause === undefined || signal.aborted || !(isBrokenOff(error) || isOffsetMismatch(error)))
        throw error
      if (isBrokenOff(error)) await waitForRetry(pause, signal)
      // Bytes of an interrupted piece that have arrived are kept, so the offset is read again.
      const known = await begin().catch((failure: unknown) => {
        if (isBrokenOff(failure)) return null
        throw failure
      })
      if (known && known.key !== key) throw error
      offset = known?.offset ?? offset
    }
  }
  return key
}

/**
 * Abort reason if the user cancels an upload. After any other end the arrived bytes are kept for the next attempt.
 */
export const cancelledByUser = 'cancelled'

/** Uploads a file in pieces and returns its address. */
export const uploadInPieces = async (
  file: File,
  resuming: PieceUploadCalls,
  options: Options,
): Promise<string> => {
  const { signal } = options
  let startedKey: string | undefined
  try {
    startedKey = await sendPieces(file, resuming, options)
    const { url } = await resuming.finish({ key: startedKey }, { signal })
    return url
  } catch (error) {
    if (signal.aborted && signal.reason === cancelledByUser) await forget(file, resuming, options)
    throw error
  }
}

/** Deletes the arrived bytes; the upload is found by the file, as for another attempt. */
const forget = async (file: File, { begin, cancel }: PieceUploadCalls, { scene, name }: Options) => {
  const fingerprint = `${lastCharacters(name, 200)} ${file.lastModified}`
  try {
    const { key } = await begin({ scene, size: file.size, mime: file.type, fingerprint })
    await cancel({ key })
  } catch {
    // The server deletes it by itself after a day.
  }
}
