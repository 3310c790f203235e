import type { Calls } from './openapi.d.ts'

const { API = 'http://127.0.0.1:8080/api', TOKEN = '' } = process.env

/** Makes a call with the token; throws the sentence of a refusal. */
const call = async <N extends keyof Calls>(
  name: N,
  input: Calls[N]['input'],
): Promise<Calls[N]['output']> => {
  const values: Record<string, unknown> = input
  const [method, path = ''] = name.split(' ')
  const address = new URL(API + path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key])))
  const body = method === 'GET' ? null : JSON.stringify(values)
  if (body === null)
    for (const [key, value] of Object.entries(values)) address.searchParams.set(key, String(value))
  const headers = { Token: TOKEN, ...(body !== null && { 'Content-Type': 'application/json' }) }
  const { code, message, data } = await (await fetch(address, { method, headers, body })).json()
  if (code !== '200') throw new Error(`${path}: ${message}`)
  return data
}

// Gives everybody without a team one: `API=https://cards.firm.example/api TOKEN=tat_… node people.ts 争议解决组`.
const [team = ''] = process.argv.slice(2)
const { records } = await call('GET /lawyer/pageList', { pageSize: 200, sortField: 'name' })
for (const { id, version, name } of records.filter(it => !it.team)) {
  await call('POST /lawyer/update', { id, version, team })
  process.stdout.write(`${name}\n`)
}
