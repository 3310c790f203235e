import { codes, type Envelope } from '../../resources/domain/codes.ts'

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
