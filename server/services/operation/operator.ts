import type { Context } from '../../context/context.ts'

type Origin = Pick<Context, 'firmId' | 'now' | 'requestId' | 'ip' | 'device'> & { caller: null }

/** Who is logged for what the operator does at the terminal. */
export const operatorOf = (firmId: number, command: string): Origin => ({
  caller: null,
  firmId,
  now: new Date(),
  requestId: command,
  ip: '',
  device: '',
})
