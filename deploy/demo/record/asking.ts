import { restoreChinese } from '../../../providers/restoreChinese.ts'
import type { Call } from '../../../resources/kit/index.ts'
import { isPlainObject } from '../../../resources/kit/objects.ts'
import { addressFor } from '../../../server/http/mcp/address.ts'
import type { RecordedRow, Values } from '../recording.ts'

/** What the server answered: data in Chinese, in which lists are searched, with the keys of its sentences. */
export type Answer = { data: unknown; sentences: Record<string, unknown> }

/** Makes one call; null if it was refused. */
export type Ask = (call: Call, input: Values) => Promise<Answer | null>

/** Asks in English, since these answers have the keys of their sentences, from which each language is made. */
const headersFor = (token: string | undefined) => ({
  'Accept-Language': 'en-US',
  ...(token !== undefined && { Token: token }),
})

/** Makes calls to the server at `url` with this token. */
export const asker =
  (url: string, token?: string): Ask =>
  async (call, input) => {
    const address = addressFor(call, input)
    if (address === null) return null
    const response = await fetch(`${url}/api${address}`, {
      method: call.method,
      headers: headersFor(token),
    })
    if (!response.headers.get('content-type')?.startsWith('application/json')) return null
    const body: unknown = await response.json()
    if (!isPlainObject(body) || body['code'] !== '200') return null
    const i18n = body['i18n']
    const sentences = isPlainObject(i18n) && isPlainObject(i18n['data']) ? i18n['data'] : {}
    return { data: restoreChinese(body['data'], sentences), sentences }
  }

const pageSize = 200

/** The rows of one page, each with the sentences in it. */
const rowsOf = ({ data, sentences }: Answer): RecordedRow[] => {
  const records = isPlainObject(data) && Array.isArray(data['records']) ? data['records'] : []
  return records.filter(isPlainObject).map((row, index) => {
    const place = `/records/${index}/`
    const own = Object.entries(sentences).filter(([pointer]) => pointer.startsWith(place))
    if (own.length === 0) return { row }
    return { row, sentences: Object.fromEntries(own.map(([at, it]) => [at.slice(place.length - 1), it])) }
  })
}

/** All rows of a list in its own order; null if it was refused. */
export const askRows = async (ask: Ask, call: Call, input: Values): Promise<RecordedRow[] | null> => {
  const rows: RecordedRow[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const answer = await ask(call, { ...input, pageNum, pageSize })
    if (!answer) return null
    const page = rowsOf(answer)
    rows.push(...page)
    if (page.length < pageSize) return rows
  }
}
