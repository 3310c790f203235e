import { parentPort } from 'node:worker_threads'

import { type Order, perform } from './markupThread.ts'

parentPort?.on('message', (order: Order) => {
  parentPort?.postMessage(perform(order))
})
