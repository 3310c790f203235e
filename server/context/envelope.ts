import { codes, type Envelope } from '../../resources/domain/codes.ts'

// This file keeps promise Q42 of server/promises.md.

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
