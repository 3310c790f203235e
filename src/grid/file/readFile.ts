import type { Sheet } from './readSheet.ts'
import type { Answer } from './readSheet.worker.ts'

const mostBytes = 10 * 1024 * 1024
const patience = 20_000

const messages = {
  tooLarge: '文件不能超过10MB，请只保留要导入的数据后再选择',
  tooSlow: '文件内容过于复杂，请只保留要导入的数据后再选择',
  noWorker: '文件无法读取，请换一个浏览器或另存后再选择',
}

const refused = (sentence: string) => Promise.reject(new Error(sentence))

/** Reads a chosen file in a thread of its own, which is given up with a file that takes too long; rejects
 * with a Chinese sentence. */
export const readFile = async (file: File): Promise<Sheet> => {
  if (file.size > mostBytes) return refused(messages.tooLarge)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const worker = new Worker(new URL('readSheet.worker.ts', import.meta.url), { type: 'module' })
  const answered = new Promise<Answer>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(messages.tooSlow)), patience)
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer)
      resolve(data)
    })
    worker.addEventListener('error', () => {
      clearTimeout(timer)
      reject(new Error(messages.noWorker))
    })
    worker.postMessage(bytes, [bytes.buffer])
  })
  try {
    const answer = await answered
    return 'sheet' in answer ? answer.sheet : await refused(answer.refused)
  } finally {
    worker.terminate()
  }
}
