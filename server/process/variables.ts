import { readFileSync } from 'node:fs'

import { z } from 'zod'

type Texts = Readonly<Record<string, string | undefined>>

/** The environment variables that the server reads; secrets may be in files, as Docker and systemd provide them. */
export const variables: { name: string; schema: z.ZodType; isSecret: boolean }[] = []

/** Reads one variable from the texts of all; problems begin with its name and never contain its value. */
export const variable = <T extends z.ZodType>(name: string, schema: T, isSecret = false) => {
  variables.push({ name, schema, isSecret })
  return z.custom<Texts>().transform((texts, { issues }): z.output<T> => {
    const result = schema.safeParse(texts[name])
    if (result.success) return result.data
    for (const { message } of result.error.issues)
      issues.push({ code: 'custom', message: `${name}: ${message}`, input: texts })
    return z.NEVER
  })
}
export const secretVariable = <T extends z.ZodType>(name: string, schema: T) => variable(name, schema, true)

/** Variables that belong together; each part reads its own from the texts of all. */
export const variableGroup = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess(texts => Object.fromEntries(Object.keys(shape).map(key => [key, texts])), z.object(shape))

export const anyText = z.string().min(1)
export const words = (pattern: RegExp, meaning: string) => z.string().regex(pattern, meaning)
export const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform(word => ['on', 'true', '1'].includes(word))
export const whole = (min: number, max: number) =>
  words(/^\d{1,9}$/, `a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine(number => number >= min && number <= max, `a whole number from ${min} to ${max}`)
/** Whole months, or null forever. */
export const months = whole(0, 600)
  .refine(number => number === 0 || number >= 6, 'at least 6, or 0 forever')
  .transform(number => number || null)
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'an address that starts with http:// or https://',
})
export const baseUrl = httpUrl.overwrite(address => address.replace(/\/$/, ''))
export const commaSeparated = (pattern: RegExp, meaning: string) =>
  words(pattern, meaning).transform(items => items.split(',').flatMap(item => item.trim() || []))
export const key = z.string().min(32, 'at least 32 characters').max(200, 'at most 200 characters')

const serverUrl = z.url({ protocol: /^postgres(ql)?$/ })
/** One server, or several separated by commas, in libpq's notation, with one of these attributes of its session. */
const database = (attributes: (string | null)[], meaning: string) =>
  z
    .string()
    .refine(
      address => serverUrl.safeParse(address.replace(/,[^/?]*/, '')).success,
      'an address that starts with postgresql://',
    )
    .refine(
      address => attributes.includes(new URLSearchParams(address.split('?')[1]).get('target_session_attrs')),
      meaning,
    )
    .optional()
export const primary = database(
  ['any', 'read-write', 'primary', null],
  '需要可写的服务器，target_session_attrs 只能是 read-write 或 primary；needs a server that accepts writes: target_session_attrs=read-write or none',
)
export const replica = database(
  ['any', 'read-only', 'standby', 'prefer-standby', null],
  '副本不接受写入，请去掉 target_session_attrs；a replica accepts no writes: leave target_session_attrs out',
)

/** Its message is for the person who starts the server: one line for each wrong value. */
export class ConfigError extends Error {
  override name = 'WrongConfig'
  constructor(problems: readonly string[]) {
    super(`配置有误 (wrong configuration)\n${problems.map(problem => `  ${problem}`).join('\n')}`)
  }
}

/** The variables that are set, with the secrets that are in files; an empty value counts as unset. */
export const textsOf = (env: NodeJS.ProcessEnv): Texts => {
  const texts = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const problems: string[] = []
  for (const { name } of variables.filter(({ isSecret }) => isSecret)) {
    const file = texts[`${name}_FILE`]
    if (file === undefined) continue
    if (texts[name] !== undefined)
      problems.push(`${name}: 与 ${name}_FILE 只能设置一个；set one of them only`)
    try {
      texts[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
      if (texts[name] === '') problems.push(`${name}_FILE: 文件是空的；the file is empty: ${file}`)
    } catch (error) {
      problems.push(
        `${name}_FILE: 文件无法读取；cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return texts
}
