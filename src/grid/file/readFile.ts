import type { SheetAnswer } from './readSheets.worker.ts'
import type { SheetFile } from './sheet.ts'

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
export const readFile = async (file: File): Promise<SheetFile> => {
  if (file.size > maxBytes) return rejectWith(messages.tooLarge)
  const worker = new Worker(new URL('readSheets.worker.ts', import.meta.url), { type: 'module' })
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
    worker.postMessage(file)
  })
  try {
    const answer = await answerOfWorker
    return 'file' in answer ? answer.file : await rejectWith(answer.refused)
  } finally {
    worker.terminate()
  }
}

/** What the input of a file offers to choose. */
export const sheetFileTypes =
  '.xlsx,.csv,.txt,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
