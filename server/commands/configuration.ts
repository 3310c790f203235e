import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import { transferCalls, transferFormat } from '../../resources/settings/transfer.ts'
import { withoutContext } from '../../resources/kit/translate.ts'
import { type OfflineCommand, UsageError } from './command.ts'

// The configuration of a firm as files for version control, one for each part, read and written by the calls of the page
// 配置导入导出: with an API token, so that its rights, its comparison and its log are those of the page.

const tokenVariable = 'API_TOKEN'

const envelope = z.object({ code: z.string(), message: z.string(), data: z.unknown() })
const refusal = z.object({ errors: z.record(z.string(), z.string()) })
const exported = z.object({ parts: z.record(z.string(), z.unknown()) })
const answer = transferCalls.import.output

type Api = (path: string, body: object) => Promise<Response>

const apiAt = (address: string): Api => {
  const token = process.env[tokenVariable]
  if (!token)
    throw new UsageError(
      `${tokenVariable}: 请填写有运营配置权限的接口令牌 (set it to an API token with the rights to the configuration)`,
    )
  const base = address.replace(/\/$/, '')
  return async (path, body) => {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { Token: token, 'Content-Type': 'application/json', 'User-Agent': 'tenant-admin config' },
      body: JSON.stringify(body),
      // A redirect would carry the token to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(60_000),
    })
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      const { code, message, data } = envelope.parse(await response.clone().json())
      const errors = Object.values(refusal.safeParse(data).data?.errors ?? {})
      if (code !== '200') throw new UsageError([`${code} ${message}`, ...errors].join('\n'))
    }
    return response
  }
}

const partName = /^[A-Za-z][\w:-]{0,60}$/
const fileOf = (name: string) => `${name.replace(':', '.')}.json`
const nameOf = (file: string) => file.replace(/\.json$/, '').replace('.', ':')

const readFiles = async (folder: string): Promise<Record<string, unknown>> => {
  const files = (await readdir(folder)).filter(it => it.endsWith('.json') && partName.test(nameOf(it)))
  if (files.length === 0)
    throw new UsageError(`${folder}: 没有配置文件，请先运行 config pull (no files of a configuration)`)
  const parts: Record<string, unknown> = {}
  for (const file of files)
    try {
      parts[nameOf(file)] = JSON.parse(await readFile(join(folder, file), 'utf8'))
    } catch {
      throw new UsageError(`${join(folder, file)}: 不是有效的 JSON (is not valid JSON)`)
    }
  return parts
}

type Lines = string[]

/** Writes each part into its file; files of parts that this token does not see stay as they are. */
const pull = async (api: Api, folder: string): Promise<Lines> => {
  const { parts } = exported.parse(await (await api('/firmConf/export', {})).json())
  await mkdir(folder, { recursive: true })
  for (const [name, value] of Object.entries(parts))
    if (partName.test(name))
      await writeFile(join(folder, fileOf(name)), `${JSON.stringify(value, null, 2)}\n`)
  return [`${Object.keys(parts).length} 项配置已写入 (parts written): ${folder}`]
}

const compare = async (api: Api, folder: string, more: object = {}) => {
  const parts = await readFiles(folder)
  const content = JSON.stringify({ format: transferFormat, formatVersion: 1, parts })
  const response = await api('/firmConf/import', { content, ...more })
  return answer.parse(envelope.parse(await response.json()).data)
}

type Part = z.output<typeof answer>['parts'][number]

const linesOf = ({ label, mayApply, differences }: Part) => [
  `${withoutContext(label)}${mayApply === 1 ? '' : '（此令牌不能修改 / this token may not change it）'}`,
  ...differences.map(it => `  ${withoutContext(it.label)}: ${it.before || '—'} → ${it.after || '—'}`),
]

const diff = async (api: Api, folder: string): Promise<Lines> => {
  const { parts } = await compare(api, folder)
  return parts.length === 0 ? ['没有差异 (no differences)'] : parts.flatMap(linesOf)
}

/** Applies what was compared a moment before; a part that changed meanwhile refuses the whole. */
const push = async (api: Api, folder: string): Promise<Lines> => {
  const { parts } = await compare(api, folder)
  if (parts.length === 0) return ['没有差异 (no differences)']
  const versions = Object.fromEntries(parts.map(it => [it.name, it.version]))
  const { applied } = await compare(api, folder, { apply: 1, versions })
  const written = parts.filter(it => applied.includes(it.name))
  return [...written.flatMap(linesOf), `${written.length} 项配置已修改 (parts changed)`]
}

const actions: Readonly<Record<string, typeof pull>> = { pull, diff, push }

export const configCommand: OfflineCommand = {
  takes: '<pull|diff|push> <接口地址> <文件夹>',
  does: `以 ${tokenVariable} 中的接口令牌，将律所的配置存为文件、比较或写回 (write the configuration of a firm to files, compare it, or change it by them, with the API token in ${tokenVariable})`,
  runOffline: async (_, name = '', address = '', folder = '') => {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action) throw new UsageError('config pull、diff 或 push (config pull, diff or push)')
    if (!URL.canParse(address))
      throw new UsageError('接口地址如 https://cards.example.com/api (the address of the interface)')
    for (const line of await action(apiAt(address), folder)) process.stdout.write(`${line}\n`)
  },
}
