import { readSheet, readErrorMessage, type Sheet, type SheetOptions } from './readSheet.ts'

export type SheetAnswer = { sheet: Sheet } | { refused: string }

export type SheetRequest = { bytes: Uint8Array; options?: SheetOptions | undefined }

const readSheetBytes = async ({ bytes, options }: SheetRequest): Promise<SheetAnswer> => {
  try {
    return { sheet: await readSheet(bytes, options) }
  } catch (error) {
    return { refused: readErrorMessage(error) }
  }
}

addEventListener('message', ({ data }: MessageEvent<SheetRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker's postMessage has no target origin.
  void readSheetBytes(data).then(it => postMessage(it))
})
