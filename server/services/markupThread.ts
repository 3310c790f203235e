import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { ApiError } from '../context/apiError.ts'
import { cleanMarkup, wordsOf } from './markup.ts'
import { paragraphsChanged } from './markupParagraphs.ts'

const work = { cleanMarkup, wordsOf, paragraphsChanged }
type Work = typeof work
export type Task = keyof Work
type Answer = { value: unknown } | { refused: string } | { failed: string }

/** So much markup is parsed in a few milliseconds; with more, everybody else would wait. */
const most = 50_000
const mostWaiting = 50
const patienceMs = 15_000

/** In the thread. */
export const perform = (task: Task, values: unknown[]): Answer => {
  try {
    // `aside` has checked the values against the task.
    return { value: (work[task] as (...given: unknown[]) => unknown)(...values) }
  } catch (error) {
    if (error instanceof ApiError) return { refused: error.message }
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

let thread: Worker | undefined
const start = () => {
  const worker = new Worker(join(import.meta.dirname, 'markupWorker.ts'))
  worker.unref()
  worker.on('exit', () => {
    if (thread === worker) thread = undefined
  })
  return worker
}

const ask = (task: Task, values: unknown[]): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const worker = (thread ??= start())
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref()
      finish()
    }
    const onMessage = (answer: Answer) => settle(() => resolve(answer))
    const onError = (error: unknown) =>
      settle(() => reject(error instanceof Error ? error : new Error('the thread for markup failed')))
    const onExit = () => settle(() => reject(new Error('the thread for markup ended')))
    // A text that takes so long is refused; the thread has to be given up with it.
    const timer = setTimeout(() => {
      void worker.terminate()
      settle(() => resolve({ refused: '内容格式过于复杂，请粘贴为纯文本后再保存' }))
    }, patienceMs)
    worker.ref()
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage({ task, values })
  })

let waiting = 0
let last: Promise<unknown> = Promise.resolve()
const inTurn = async (task: Task, values: unknown[]) => {
  if (waiting >= mostWaiting) throw new ApiError('5030', '系统繁忙，请稍后再试')
  waiting += 1
  const mine = last.then(() => ask(task, values))
  last = mine.catch(() => {})
  return mine.finally(() => {
    waiting -= 1
  })
}

/** Short markup at once, long markup in a thread, one text after another. */
export const aside = async <T extends Task>(
  task: T,
  ...values: Parameters<Work[T]>
): Promise<ReturnType<Work[T]>> => {
  const size = values.reduce((sum: number, it) => sum + (typeof it === 'string' ? it.length : 0), 0)
  // TypeScript does not follow a function and its parameters through an index.
  if (size <= most) return (work[task] as (...given: unknown[]) => unknown)(...values) as ReturnType<Work[T]>
  const answer = await inTurn(task, values)
  if ('refused' in answer) throw new ApiError('4000', answer.refused)
  if ('failed' in answer) throw new Error(answer.failed)
  return answer.value as ReturnType<Work[T]>
}
