import { resourceNamed } from '../../resources/index.ts'
import { refuse } from './mistake.ts'
import { customaryLabel, readable, requireName } from './names.ts'
import { allWords, type FieldWord, kindWord, needOf, nounOf, referableNames } from './words.ts'

// Reads a list of fields: `title=培训名称:text, lawyerId:lawyers, kind:select(law=法律,ethics=职业道德), remark:text?`.

/** The parts of a list between commas outside of parentheses. */
const split = (list: string): string[] => {
  const parts: string[] = ['']
  let depth = 0
  for (const char of list) {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map(it => it.trim()).filter(it => it !== '')
}

/** Names that every record has, and parameters of every list. */
const reserved = new Set([
  'id',
  'firmId',
  'version',
  'createdAt',
  'createdBy',
  'createdByName',
  'updatedAt',
  'updatedByName',
  'pageNum',
  'pageSize',
  'sortField',
  'sortOrder',
  'keyword',
  'ids',
  'not',
  'empty',
])

type Word = Pick<FieldWord, 'kind' | 'options' | 'parts'> & { to?: string }

const option = (text: string) => {
  const [value = '', label = readable(value)] = text.split('=').map(it => it.trim())
  return [value, label] as const
}

const requireTarget = (name: string, to: string, own: string) => {
  const target = [to, `${own}:${to}`].find(it => referableNames().includes(it))
  return (
    target ??
    refuse(
      `${name}: 不能引用 ${to}，可以引用的有 ${referableNames().join('、')} (nothing of this name can be referred to)`,
    )
  )
}

/** What stands behind the colon: a kind, with what it needs in parentheses, or the name of an entity. */
const wordOf = (name: string, text: string, own: string, label: string): Word => {
  const [, word = '', inside = ''] = /^([\w:]+)(?:\((.*)\))?$/s.exec(text) ?? []
  const kind = kindWord(word)
  if (!kind) {
    const to = [word, `${own}:${word}`].find(it => referableNames().includes(it))
    if (to === undefined)
      refuse(
        `${name}: 没有 ${text}，可用的有 ${allWords().join('、')} (there is no such word; these are all)`,
      )
    return { kind: 'reference', options: [], parts: [], to: to! }
  }
  const need = needOf(kind)
  if (need !== undefined && inside === '')
    refuse(
      `${name}: ${kind} 需要括号，如 ${kind}(${{ options: 'law=法律,ethics=职业道德', to: 'lawyers', parts: 'item=项目:text' }[need]}) (needs parentheses)`,
    )
  if (need === undefined && inside !== '') refuse(`${name}: ${kind} 没有括号 (takes no parentheses)`)
  return {
    kind,
    options: need === 'options' ? split(inside).map(option) : [],
    parts: need === 'parts' ? readFields(inside, { extension: own, label }) : [],
    ...(need === 'to' && { to: requireTarget(name, inside.trim(), own) }),
  }
}

/** A label that is not Chinese would make every sentence about it half Chinese. */
export const requireChinese = (label: string) =>
  /\p{Script=Han}/u.test(label)
    ? label
    : refuse(
        `${label}: 名称和标签应为中文 (labels are Chinese; the English is derived or given by --english)`,
      )

/** Whose fields are read: the extension, whose entities may be named without it, and the label of the record. */
export type Owner = { extension: string; label: string }

/** One field. Without a label it gets that of the entity to which it refers, or what the product calls such a field. */
export const fieldOf = (
  name: string,
  text: string,
  { extension, label }: Owner,
  given?: string,
): FieldWord => {
  if (reserved.has(requireName(name)))
    refuse(`${name}: 每条记录或每个列表都有 ${name}，请换一个名称 (every record or list has it already)`)
  const isOptional = text.endsWith('?')
  const word = wordOf(name, text.replace(/\?$/, ''), extension, label)
  const referred = word.to !== undefined ? resourceNamed(word.to)?.label : undefined
  const derived = referred ?? customaryLabel(name, word.kind) ?? label + nounOf(word.kind)
  const english = readable(name)
  return { name, label: given ? requireChinese(given) : derived, english, isOptional, ...word }
}

/** A district with its province and city, which are fields of their own. */
const withParts = (word: FieldWord): FieldWord[] => {
  if (word.kind !== kindWord('area')) return [word]
  const part = (name: string, label: string): FieldWord => ({
    name: word.name + name,
    label,
    english: name,
    kind: 'text',
    isOptional: true,
    options: [],
    parts: [],
    isWrittenWithArea: true,
  })
  return [word, part('Province', '省份'), part('City', '城市')]
}

const one = (text: string, owner: Owner) => {
  const [, name, label, word] = /^(\w+)(?:=([^:]*))?:(.+)$/s.exec(text) ?? []
  if (name === undefined || word === undefined)
    return refuse(`${text}: 应为 名称:类型 或 名称=标签:类型 (should be name:word or name=label:word)`)
  return fieldOf(name, word.trim(), owner, label?.trim())
}

const numerals = ['', '', '二', '三', '四', '五', '六', '七', '八', '九']

/** Numbers labels that an earlier field of the list has already (日期, 日期二), since people tell fields apart by them. */
const withOwnLabels = (fields: readonly FieldWord[]): FieldWord[] =>
  fields.map((field, at) => {
    const before = fields.slice(0, at).filter(it => it.label === field.label).length
    return before === 0 || field.isWrittenWithArea
      ? field
      : { ...field, label: field.label + (numerals[before + 1] ?? before + 1) }
  })

/** The fields of a list. */
export const readFields = (list: string, owner: Owner): FieldWord[] => {
  const fields = split(list).flatMap(it => withParts(one(it, owner)))
  const doubled = fields.find(({ name }, at) => fields.findIndex(it => it.name === name) !== at)
  if (doubled) refuse(`${doubled.name}: 出现了两次 (is there twice)`)
  return withOwnLabels(fields)
}

/** The texts of fields, with their English. */
export const textsOf = (fields: readonly FieldWord[]): [chinese: string, english: string][] =>
  fields.flatMap(({ label, english, options, parts }) => [
    [label, english] as [string, string],
    ...options.map(([value, text]): [string, string] => [text, readable(value)]),
    ...textsOf(parts),
  ])
