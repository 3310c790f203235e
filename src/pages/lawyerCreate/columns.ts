import { keysIn } from '../../../providers/catalogues.ts'
import { clean, folded, halfWidth } from '../../../resources/kit/index.ts'
import { newLawyer } from '../../../resources/lawyers/index.ts'
import { parseDay } from '../../fields/typedDates.ts'
import type { Language, Translate } from '../../../resources/kit/translate.ts'

/** The columns of the grid; what else an account has is added later in its own form. */
export const names = [
  'name',
  'mobile',
  'organizationId',
  'personType',
  'licenseNumber',
  'email',
  'team',
  'entryDate',
] as const
export type Name = (typeof names)[number]
/** What stands in a row, as typed or pasted. */
export type Cells = Readonly<Record<Name, string>>
export const blankCells: Cells = {
  name: '',
  mobile: '',
  organizationId: '',
  personType: '',
  licenseNumber: '',
  email: '',
  team: '',
  entryDate: '',
}

export type NamedChoice = { id: number; name: string; pinyin?: string; shortName?: string | null }

export type ImportColumn = {
  name: Name
  label: string
  isRequired: boolean
  inputMode: 'text' | 'tel' | 'email'
  /** Headings by which other people's tables call this column. */
  heading: RegExp
  /** Offered while typing. */
  choices?: readonly NamedChoice[]
  /** The text as it should have been typed; what is not understood stays. */
  tidy: (text: string) => string
  /** What the tidied text means; the text itself where it means nothing. */
  read: (text: string) => string | number
}

type Shape = Pick<ImportColumn, 'heading'> & Partial<Pick<ImportColumn, 'inputMode' | 'tidy' | 'choices'>>

const compact = (text: string) => halfWidth(text).replace(/[\s-]/g, '')

/** By its name, its short name, or by a part that only one of them has; a text of the product in any language. */
export const choiceOf = (
  choices: readonly NamedChoice[],
  text: string,
  translate: Translate,
): NamedChoice | undefined => {
  const [, ...elsewhere] = keysIn(text.trim())
  const said = [text, translate(text.trim()), ...elsewhere.map(it => translate(it))]
  return said.map(it => choiceNamed(choices, it)).find(it => it !== undefined)
}

const choiceNamed = (choices: readonly NamedChoice[], text: string): NamedChoice | undefined => {
  const wanted = folded(text.trim())
  if (wanted === '') return undefined
  const exact = choices.find(({ name, shortName }) =>
    [name, shortName].some(it => it && folded(it) === wanted),
  )
  if (exact) return exact
  const partly = choices.filter(choice => folded(choice.name).includes(wanted))
  return partly.length === 1 ? partly[0] : undefined
}

const personTypes = (translate: Translate) =>
  newLawyer.personType.options.map(([id, name]) => ({ id, name: translate(name) }))

const shapes = (offices: readonly NamedChoice[], { translate, formats }: Language): Record<Name, Shape> => ({
  name: { heading: /^(律师|人员|员工)?(姓名|名字|名称)$/ },
  mobile: {
    heading: /^(手机|手机号|手机号码|移动电话|联系电话|电话|联系方式)$/,
    inputMode: 'tel',
    tidy: text => compact(text).replace(/^(\+?86)(?=1\d{10}$)/, ''),
  },
  organizationId: {
    heading: /^(所属|所在)?(律所|分所|机构|办公室|律师事务所|单位)(名称)?$/,
    choices: offices,
  },
  personType: { heading: /^(人员|用户|律师)?(类别|类型)$/, choices: personTypes(translate) },
  licenseNumber: {
    heading: /^(律师)?(执业|职业|律师)(证|证书)?(号|号码|证号|证书号)$/,
    inputMode: 'tel',
    tidy: compact,
  },
  email: { heading: /^(电子)?(邮箱|邮件)(地址)?$|^e-?mail$/i, inputMode: 'email', tidy: compactMail },
  team: { heading: /^(所属|所在)?(部门|团队|部门\/团队|业务部门)$/ },
  entryDate: { heading: /^(入所|入职)(日期|时间)$/, tidy: text => parseDay(text, formats) ?? clean(text) },
})

const compactMail = (text: string) => halfWidth(text).replace(/\s/g, '')

const columnOf = (
  name: Name,
  { heading, inputMode = 'text', tidy = clean, choices }: Shape,
  translate: Translate,
): ImportColumn => {
  const { label: key, isRequired } = newLawyer[name]
  const label = translate(key)
  const common = { name, label, isRequired, inputMode, heading }
  if (!choices) return { ...common, tidy, read: text => text }
  return {
    ...common,
    choices,
    tidy: text => choiceOf(choices, text, translate)?.name ?? clean(text),
    read: text => choiceOf(choices, text, translate)?.id ?? text,
  }
}

/** Their labels and choices are in this language. */
export const columnsFor = (offices: readonly NamedChoice[], language: Language): ImportColumn[] => {
  const all = shapes(offices, language)
  return names.map(name => columnOf(name, all[name], language.translate))
}
