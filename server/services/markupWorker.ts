import { parentPort } from 'node:worker_threads'

import { perform, type Task } from './markupThread.ts'

parentPort?.on('message', ({ task, values }: { task: Task; values: unknown[] }) => {
  parentPort?.postMessage(perform(task, values))
})
