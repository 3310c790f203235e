import { readSheets } from './readSheets.ts'
import type { SheetFile } from './sheet.ts'
import { readErrorMessage } from './unreadable.ts'

export type SheetAnswer = { file: SheetFile } | { refused: string }

const answerTo = async (file: Blob): Promise<SheetAnswer> => {
  try {
    return { file: await readSheets(file) }
  } catch (error) {
    return { refused: readErrorMessage(error) }
  }
}

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker's postMessage has no target origin.
  void answerTo(data).then(it => postMessage(it))
})
