import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { root } from '../load/folders.ts'
import { Mistake, refuse } from './mistake.ts'

// `npm run cli -- new …` writes an extension and what belongs into it (docs/extend.md).

const usage = `npm run cli -- new extension <文件夹> [--label 名称]
npm run cli -- new entity <名称> <英文复数> --fields "title:text, lawyerId:lawyers, kind:select(law=法律,ethics=职业道德), remark=备注:text?"
npm run cli -- new setting <名称> <英文名> --fields "hours=每年学时:integer"
npm run cli -- new field <实体> <字段> <标签> <类型> [--section 分组]
npm run cli -- new page <名称> <英文名> --of <实体>
  --in <文件夹>      扩展的文件夹，默认为 EXTENSIONS 中唯一的一个 (the extension’s folder; by default the only one in EXTENSIONS)
  --english <text>   名称的英文 (English of the name)
  --group <菜单>     所在的菜单组，如 lawyer (the group of the menu)`

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const text = { type: 'string' } as const
const options = { in: text, english: text, label: text, fields: text, section: text, group: text, of: text }

const parse = () => {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch {
    return refuse(usage)
  }
}

/** A folder that is named without a slash stands beside that of the product. */
const pathOf = (name: string) => resolve(root, /[/\\]/.test(name) ? name : join('..', name))

const folderOf = (named: string | undefined) => {
  const extensions = (process.env['EXTENSIONS'] ?? '').split(',').filter(it => it.trim() !== '')
  if (named !== undefined) return pathOf(named)
  const [only, ...others] = extensions
  return only !== undefined && others.length === 0
    ? resolve(root, only.trim())
    : refuse('--in: 请指定扩展的文件夹 (name the folder of the extension)')
}

/** The words that each subject takes after it, and the option that it requires. */
const subjects: Readonly<Record<string, { words: number; needs?: 'fields' | 'of' }>> = {
  extension: { words: 1 },
  entity: { words: 2, needs: 'fields' },
  setting: { words: 2, needs: 'fields' },
  field: { words: 4 },
  page: { words: 2, needs: 'of' },
}

const run = async () => {
  const { positionals, values } = parse()
  const [subject = '', ...words] = positionals
  const known = subjects[subject]
  if (!known || words.length !== known.words || (known.needs && values[known.needs] === undefined))
    return refuse(usage)
  if (subject === 'extension') {
    const { newExtension } = await import('./extension.ts')
    const path = pathOf(words[0]!)
    return { path, written: await newExtension({ ...values, path }) }
  }
  const path = folderOf(values.in)
  process.env['EXTENSIONS'] = path
  await import('../load/hooks.ts')
  const { change } = await import('./change.ts')
  return { path, written: await change(path, subject, words, values) }
}

try {
  const { path, written } = await run()
  for (const file of written) print(relative(process.cwd(), file))
  print(`EXTENSIONS=${relative(root, path)} npm start`)
} catch (error) {
  if (!(error instanceof Mistake)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
