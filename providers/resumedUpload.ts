import type { UploadScene } from '../resources/domain/uploadScene.ts'
import type { Addition } from './backend/additions.ts'
import { callAddition } from './call.ts'
import { CallError, openEnvelope } from './envelope.ts'
import { isPlain } from '../resources/kit/objects.ts'
import { apiBase } from './request.ts'
import { readToken } from './session.ts'
import { type Progress, refused, sendWithProgress } from './upload.ts'

// A large file in pieces: it goes on by itself when the network is back, and where it stood when the same file is chosen
// again, be it after a reload.

/** The leave to make the calls of it; none where a back-end takes files only whole. */
type Resuming = {
  begin: Addition<'uploads.begin'>
  finish: Addition<'uploads.finish'>
  cancel: Addition<'uploads.cancel'>
}

/** Milliseconds between tries in which nothing more arrived. */
const pauses = [1_000, 3_000, 10_000]

/** Until the network is back where the browser knows that it is gone, else for a while. */
const untilAgain = (pause: number, signal: AbortSignal) =>
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

/** No answer, or none that a back-end of ours gives: the network or a gateway, and not a refusal. */
const isBrokenOff = (error: unknown) => error instanceof CallError && !/^\d/.test(error.code)
/** The server has another number of bytes than was thought. */
const isElsewhere = (error: unknown) => error instanceof CallError && error.code === '4091'

const offsetIn = (text: string) => {
  const data = openEnvelope(text, 200)
  if (isPlain(data) && typeof data['offset'] === 'number') return data['offset']
  throw new CallError({ code: '-1', message: '上传失败，请重试' })
}

type Options = { scene: UploadScene & 'video'; name: string; progress: Progress; signal: AbortSignal }

const sendPieces = async (file: File, resuming: Resuming, { scene, name, progress, signal }: Options) => {
  const fingerprint = `${name.slice(-200)} ${file.lastModified}`
  const wanted = { scene, size: file.size, mime: file.type, fingerprint }
  const begin = () => callAddition(resuming.begin, wanted, { signal }).catch(refused)
  const { key, pieceSize, ...begun } = await begin()
  let { offset } = begun
  for (let tries = 0; offset < file.size;) {
    const from = offset
    const share = (sent: number) => progress((from + sent) / file.size)
    share(0)
    const address = `${apiBase}/upload/piece?${new URLSearchParams({ key, offset: String(from) })}`
    const headers = { Token: readToken() ?? '' }
    try {
      const body = file.slice(from, from + pieceSize)
      offset = offsetIn(await sendWithProgress({ method: 'PUT', address, body, headers }, share, signal))
      tries = 0
    } catch (error) {
      const pause = pauses[tries++]
      if (pause === undefined || signal.aborted || !(isBrokenOff(error) || isElsewhere(error))) throw error
      if (isBrokenOff(error)) await untilAgain(pause, signal)
      // What of the piece has arrived stays.
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

/** Why an upload ends that its user gives up; any other end leaves what has arrived for the next try. */
export const givenUp = 'cancelled'

/** Puts a file into the store in pieces, and answers its address. */
export const uploadInPieces = async (file: File, resuming: Resuming, options: Options): Promise<string> => {
  const { signal } = options
  let begun: string | undefined
  try {
    begun = await sendPieces(file, resuming, options)
    const { url } = await callAddition(resuming.finish, { key: begun }, { signal })
    return url
  } catch (error) {
    if (signal.aborted && signal.reason === givenUp) await forget(file, resuming, options)
    throw error
  }
}

/** What has arrived is found by the file, as for another try. */
const forget = async (file: File, { begin, cancel }: Resuming, { scene, name }: Options) => {
  const fingerprint = `${name.slice(-200)} ${file.lastModified}`
  try {
    const { key } = await callAddition(begin, { scene, size: file.size, mime: file.type, fingerprint })
    await callAddition(cancel, { key })
  } catch {
    // The server forgets it by itself after a day.
  }
}
