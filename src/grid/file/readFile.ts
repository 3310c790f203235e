import type { Sheet, SheetOptions } from './readSheet.ts'
import type { SheetAnswer, SheetRequest } from './readSheet.worker.ts'

const maxBytes = 10 * 1024 * 1024
const timeout = 20_000

const messages = {
  tooLarge: '文件不能超过10MB，请只保留要导入的数据后再选择',
  tooSlow: '文件内容过于复杂，请只保留要导入的数据后再选择',
  noWorker: '文件无法读取，请换一个浏览器或另存后再选择',
}

const rejectWith = (sentence: string) => Promise.reject(new Error(sentence))

/**
 * Reads a chosen file in a worker, which is terminated if it takes longer than 20 seconds; rejects with a Chinese
 * message.
 */
export const readFile = async (file: File, options?: SheetOptions): Promise<Sheet> => {
  if (file.size > maxBytes) return rejectWith(messages.tooLarge)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const worker = new Worker(new URL('readSheet.worker.ts', import.meta.url), { type: 'module' })
  const answerOfWorker = new Promise<SheetAnswer>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(messages.tooSlow)), timeout)
    worker.addEventListener('message', ({ data }: MessageEvent<SheetAnswer>) => {
      clearTimeout(timer)
      resolve(data)
    })
    worker.addEventListener('error', () => {
      clearTimeout(timer)
      reject(new Error(messages.noWorker))
    })
    worker.postMessage({ bytes, options } satisfies SheetRequest, [bytes.buffer])
  })
  try {
    const answer = await answerOfWorker
    return 'sheet' in answer ? answer.sheet : await rejectWith(answer.refused)
  } finally {
    worker.terminate()
  }
}
