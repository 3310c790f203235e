import { newEntity } from './entity.ts'
import { newField } from './field.ts'
import { readFields, requireChinese } from './fieldList.ts'
import { readFolder, writeFolder } from './folder.ts'
import { newPage } from './page.ts'
import { newSetting } from './setting.ts'

type Options = Partial<Record<'english' | 'fields' | 'section' | 'group' | 'of', string | undefined>>

/** The options that have a value. */
const given = <O extends object>(options: O) =>
  // Only keys without a value are left out.
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof O]?: Exclude<O[K], undefined>
  }

/** Adds to the extension in a folder, and returns the paths of the files that were written. */
export const change = async (path: string, subject: string, words: readonly string[], options: Options) => {
  const folder = await readFolder(path)
  const [first = '', second = '', third = '', fourth = ''] = words
  const { fields = '', of = '', section, english, group } = options
  const named = { label: first, name: second, ...given({ english, group }) }
  if (subject !== 'field') requireChinese(first)
  const declared = () => ({
    ...named,
    fields: readFields(fields, { extension: folder.extension.name, label: first }),
  })
  if (subject === 'entity') newEntity(folder, declared())
  if (subject === 'setting') newSetting(folder, declared())
  if (subject === 'page') newPage(folder, { ...named, of })
  if (subject === 'field')
    newField(folder, {
      entity: first,
      name: second,
      label: third,
      word: fourth,
      ...given({ english, section }),
    })
  return writeFolder(folder)
}
