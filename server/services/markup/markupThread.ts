import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { ApiError } from '../../context/apiError.ts'
import { cleanMarkup, wordsOf } from './markup.ts'
import { paragraphsChanged } from './markupParagraphs.ts'

const functions = { cleanMarkup, wordsOf, paragraphsChanged }
type Work = typeof functions
type Task = keyof Work
type Values = { [T in Task]: Parameters<Work[T]> }
type Results = { [T in Task]: ReturnType<Work[T]> }
/** A task with the values it takes. */
export type Order<T extends Task = Task> = { [K in T]: { task: K; values: Values[K] } }[T]
type Answer<T extends Task> = { value: Results[T] } | { refused: string } | { failed: string }
// Said so, TypeScript follows a function and its parameters through the name.
const work: { [T in Task]: (...values: Values[T]) => Results[T] } = functions

/** So much markup is parsed in a few milliseconds; with more, everybody else would wait. */
const most = 50_000
const mostWaiting = 50
const patienceMs = 15_000

/** In the thread. */
export const perform = <T extends Task>({ task, values }: Order<T>): Answer<T> => {
  try {
    return { value: work[task](...values) }
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

const ask = <T extends Task>(order: Order<T>): Promise<Answer<T>> =>
  new Promise((resolve, reject) => {
    const worker = (thread ??= start())
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref()
      finish()
    }
    const onMessage = (answer: Answer<T>) => settle(() => resolve(answer))
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
    worker.postMessage(order)
  })

let waiting = 0
let last: Promise<unknown> = Promise.resolve()
const inTurn = async <T extends Task>(order: Order<T>) => {
  if (waiting >= mostWaiting) throw new ApiError('5030', '系统繁忙，请稍后再试')
  waiting += 1
  const mine = last.then(() => ask(order))
  last = mine.catch(() => {})
  return mine.finally(() => {
    waiting -= 1
  })
}

/** Short markup at once, long markup in a thread, one text after another. */
export const aside = async <T extends Task>(task: T, ...values: Values[T]): Promise<Results[T]> => {
  const size = values.reduce((sum: number, it) => sum + (typeof it === 'string' ? it.length : 0), 0)
  if (size <= most) return work[task](...values)
  const answer = await inTurn<T>({ task, values })
  if ('refused' in answer) throw new ApiError('4000', answer.refused)
  if ('failed' in answer) throw new Error(answer.failed)
  return answer.value
}
