import { codes, type Envelope } from '../../resources/domain/codes.ts'

// Promise Q42 (server/promises.md).

export const envelope = (
  code: Envelope['code'],
  data: unknown,
  requestId: string,
  message: string = codes[code],
) => ({
  code,
  message,
  data,
  requestId,
})
