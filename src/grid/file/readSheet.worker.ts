import { readSheet, sentenceFor, type Sheet } from './readSheet.ts'

export type Answer = { sheet: Sheet } | { refused: string }

const answer = async (bytes: Uint8Array): Promise<Answer> => {
  try {
    return { sheet: await readSheet(bytes) }
  } catch (error) {
    return { refused: sentenceFor(error) }
  }
}

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to the page that started this worker
  void answer(data).then(it => postMessage(it))
})
