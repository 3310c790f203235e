import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { ApiError } from '../../context/apiError.ts'
import { cleanMarkup, plainTextOf } from './markup.ts'
import { differingParagraphs } from './markupParagraphs.ts'

const implementations = { cleanMarkup, wordsOf: plainTextOf, paragraphsChanged: differingParagraphs }
type MarkupFunctions = typeof implementations
type TaskName = keyof MarkupFunctions
type Values = { [T in TaskName]: Parameters<MarkupFunctions[T]> }
type Results = { [T in TaskName]: ReturnType<MarkupFunctions[T]> }
/** A task with its arguments. */
export type MarkupTask<T extends TaskName = TaskName> = { [K in T]: { task: K; values: Values[K] } }[T]
type Answer<T extends TaskName> = { value: Results[T] } | { refused: string } | { failed: string }
// With this annotation TypeScript relates each function to its arguments by the task's name.
const markupFunctions: { [T in TaskName]: (...values: Values[T]) => Results[T] } = implementations

/** Characters of markup that are parsed in a few milliseconds; longer markup would block other requests. */
const maxInlineLength = 50_000
const maxWaiting = 50
const timeoutMs = 15_000

/** Runs a task inside the worker thread. */
export const performMarkupTask = <T extends TaskName>({ task, values }: MarkupTask<T>): Answer<T> => {
  try {
    return { value: markupFunctions[task](...values) }
  } catch (error) {
    if (error instanceof ApiError) return { refused: error.message }
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

let thread: Worker | undefined
const startThread = () => {
  const worker = new Worker(join(import.meta.dirname, 'markupWorker.ts'))
  worker.unref()
  worker.on('exit', () => {
    if (thread === worker) thread = undefined
  })
  return worker
}

const askThread = <T extends TaskName>(order: MarkupTask<T>): Promise<Answer<T>> =>
  new Promise((resolve, reject) => {
    const worker = (thread ??= startThread())
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref()
      finish()
    }
    const onMessage = (answer: Answer<T>) => settle(() => resolve(answer))
    const onError = (error: unknown) =>
      settle(() => reject(error instanceof Error ? error : new Error('the thread for markup failed')))
    const onExit = () => settle(() => reject(new Error('the thread for markup ended')))
    // A text that takes longer is refused; the thread has to be terminated with it.
    const timer = setTimeout(() => {
      void worker.terminate()
      settle(() => resolve({ refused: '内容格式过于复杂，请粘贴为纯文本后再保存' }))
    }, timeoutMs)
    worker.ref()
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(order)
  })

let waiting = 0
let lastTask: Promise<unknown> = Promise.resolve()
const queueTask = async <T extends TaskName>(order: MarkupTask<T>) => {
  if (waiting >= maxWaiting) throw new ApiError('5030', '系统繁忙，请稍后再试')
  waiting += 1
  const result = lastTask.then(() => askThread(order))
  lastTask = result.catch(() => {})
  return result.finally(() => {
    waiting -= 1
  })
}

/** Parses short markup at once, and long markup in a worker thread, one text after another. */
export const runMarkupTask = async <T extends TaskName>(
  task: T,
  ...values: Values[T]
): Promise<Results[T]> => {
  const size = values.reduce((sum: number, it) => sum + (typeof it === 'string' ? it.length : 0), 0)
  if (size <= maxInlineLength) return markupFunctions[task](...values)
  const answer = await queueTask<T>({ task, values })
  if ('refused' in answer) throw new ApiError('4000', answer.refused)
  if ('failed' in answer) throw new Error(answer.failed)
  return answer.value
}
