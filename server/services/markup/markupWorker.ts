import { parentPort } from 'node:worker_threads'

import { type MarkupTask, performMarkupTask } from './markupThread.ts'

parentPort?.on('message', (order: MarkupTask) => {
  parentPort?.postMessage(performMarkupTask(order))
})
