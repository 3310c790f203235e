import type { Context } from '../../context/context.ts'

type Origin = Pick<Context, 'firmId' | 'now' | 'requestId' | 'ip' | 'device'> & { caller: null }

/** The origin in the log of what the operator does at the terminal. */
export const operatorOrigin = (firmId: number, command: string): Origin => ({
  caller: null,
  firmId,
  now: new Date(),
  requestId: command,
  ip: '',
  device: '',
})
