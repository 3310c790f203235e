import { readSheet, readErrorMessage, type Sheet } from './readSheet.ts'

export type SheetAnswer = { sheet: Sheet } | { refused: string }

const readSheetBytes = async (bytes: Uint8Array): Promise<SheetAnswer> => {
  try {
    return { sheet: await readSheet(bytes) }
  } catch (error) {
    return { refused: readErrorMessage(error) }
  }
}

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker's postMessage has no target origin.
  void readSheetBytes(data).then(it => postMessage(it))
})
