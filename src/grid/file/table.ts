import { toSimplified } from '../../../resources/kit/simplified.ts'
import type { ImportColumn } from '../columns.ts'
import { columnOfHeading } from '../headings.ts'
import type { Sheet } from './sheet.ts'

/** Indexes of the first and last line of a heading, which may have two lines. */
export type HeadingLines = { first: number; last: number }

/** Lines at the start of a sheet among which the heading is looked for. */
const searchedLines = 30

/** The texts of a line, with those that are merged to the right in each of their columns. */
const spreadTexts = ({ lines, spans }: Sheet, at: number): string[] => {
  const texts = [...(lines[at] ?? [])]
  for (const { line, from, to } of spans)
    if (line === at) for (let column = from; column <= to; column++) texts[column] ||= texts[from] ?? ''
  return Array.from(texts, text => text ?? '')
}

/** Words that say nothing in the upper line of a heading, as in 执业信息 above 证号. */
const groupWord = /(?:信息|資訊|情况|情況|资料|資料)$/

/**
 * The titles of the columns. In a heading of two lines the lower one names the column, unless only both together are a
 * known name, such as 执业 or 执业信息 above 证号.
 */
export const titlesOf = (
  sheet: Sheet,
  { first, last }: HeadingLines,
  columns: readonly ImportColumn[],
): string[] => {
  const lower = spreadTexts(sheet, last)
  if (first === last) return lower
  const upper = spreadTexts(sheet, first)
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    const [above = '', below = ''] = [upper[at], lower[at]]
    const candidates = [below, `${above}${below}`, `${above.replace(groupWord, '')}${below}`, above]
    return candidates.find(text => text !== '' && columnOfHeading(text, columns)) ?? (below || above)
  })
}

/** The columns of the grid that the titles name, without repetition. */
const knownColumns = (titles: readonly string[], columns: readonly ImportColumn[]) =>
  new Set(titles.flatMap(title => (title === '' ? [] : (columnOfHeading(title, columns) ?? []))))

/** Share of the values below a single known name that must be valid for it to be a heading. */
const validShare = 0.8

const isValid = ({ tidy, read, schema }: ImportColumn, text: string) => {
  const value = tidy(text)
  return value !== '' && schema.safeParse(read(value)).success
}

/** How many of the first values of a column are valid, and how many there are. */
export const countValid = (
  records: readonly (readonly string[])[],
  at: number,
  column: ImportColumn,
): { valid: number; count: number } => {
  const values = records.slice(0, 50).flatMap(line => line[at] || [])
  return { valid: values.filter(text => isValid(column, text)).length, count: values.length }
}

/** One known name is enough if the values below it are what it says. */
const isSingleHeading = (sheet: Sheet, line: number, columns: readonly ImportColumn[]) => {
  const texts = spreadTexts(sheet, line)
  return texts.some((text, at) => {
    const column = text === '' ? undefined : columnOfHeading(text, columns)
    if (!column) return false
    const { valid, count } = countValid(sheet.lines.slice(line + 1), at, column)
    return count > 0 && valid >= count * validShare
  })
}

/**
 * Finds the heading among the first lines: the line, or the two joined lines, with the most known names. Null if there is
 * none.
 */
export const findHeading = (sheet: Sheet, columns: readonly ImportColumn[]): HeadingLines | null => {
  const count = Math.min(searchedLines, sheet.lines.length)
  const known = (heading: HeadingLines) => knownColumns(titlesOf(sheet, heading, columns), columns).size
  const single = Array.from({ length: count }, (_, at) => known({ first: at, last: at }))
  const candidates = single.flatMap((names, at) => {
    const line = { heading: { first: at, last: at }, names }
    const below = single[at + 1] ?? 0
    const pair = { first: at, last: at + 1 }
    // Without a known name in the second line, or a merged cell above it, it is a record.
    const isPair = at + 1 < count && (below > 0 || sheet.spans.some(span => span.line === at))
    const joined = isPair ? known(pair) : 0
    return [
      ...(names >= 2 || (names === 1 && isSingleHeading(sheet, at, columns)) ? [line] : []),
      ...(joined >= 2 && joined > Math.max(names, below) ? [{ heading: pair, names: joined }] : []),
    ]
  })
  const most = Math.max(0, ...candidates.map(({ names }) => names))
  return candidates.find(({ names }) => names === most)?.heading ?? null
}

const noteStart =
  /^(?:填表|填报|制表|审核|审批|复核|负责|经办|统计|联系|单位|部门)(?:人|日期|时间|单位|部门|说明|须知|负责人|盖章)*\s*[:：]|^(?:填表人|制表人|审核人|审批人|复核人|经办人|填表日期|制表日期|填报日期|填报单位|填报人)$|^(?:注|备注|说明|注意|注意事项|提示|填表说明|填写说明|温馨提示)\s*\d*\s*[:：、.]|^(?:合计|总计|共计|小计|汇总|总人数|人数合计|以下空白|以下无正文)|^(?:共|共有|共计)\s*\d+\s*[人名位条]|^(?:示例|样例|范例|例)(?:\s|[:：]|$)/
/** A line that is signed or stamped, on the right of an empty cell. */
const signature = /(?:签字|签名|签章|盖章|公章|日期)\s*[:：]?$|[:：]$/
/** A text that names a group of the people below it, such as 一、合伙人, 行政部（2人） or 律师. */
const groupName =
  /^[一二三四五六七八九十]{1,3}、|(?:部|部门|组|室|中心|团队|分所|总所|律所|事务所|合伙人|律师|实习生|人员|秘书|助理|顾问)$|\d+\s*[人名位]\s*[)）]?$/
const hint =
  /^[(（【[]|必填|选填|可不填|格式|下拉|^(?:示例|如|例如|例)[:：]|^请|^(?:填写|选择|输入|从下拉|从列表)|^\d+\s*位|年月日|yyyy/i
/** A text in Latin letters without digits, such as the English name of a column. */
const latinWords = /^[a-z][a-z .,/'’()*&_-]*$/i

/** Whether a line below the heading says what to fill in, or repeats the heading in English. */
const explainsColumns = (texts: readonly string[]) => {
  if (texts.length < 2) return false
  const count = texts.filter(text => hint.test(text)).length
  return (
    count === texts.length ||
    (count >= 2 && count * 2 > texts.length) ||
    (texts.length > 2 && texts.every(text => latinWords.test(text)))
  )
}

/**
 * Returns a function that tells whether a line below the heading is no record: a sum, a note, an example, a signature, the
 * name of a group, a line about the columns, the heading again, as on each page of a printed list, or a single text that is merged across the table, is a sentence, or stands apart. Such lines are offered, but
 * not read.
 */
const noteFinder = ({ lines, rows, spans }: Sheet, start: number, importedCount: number) => {
  const heading = lines[start - 1]?.join('\n')
  const wideLines = new Set(spans.flatMap(({ line, from, to }) => (to - from >= 2 ? [line] : [])))
  return (at: number) => {
    const texts = lines[at]!.filter(Boolean).map(toSimplified)
    const [first = ''] = texts
    if (noteStart.test(first) || lines[at]!.join('\n') === heading) return true
    if (at === start && explainsColumns(texts)) return true
    if (texts.length > 1) return false
    if (signature.test(first)) return true
    const isGroup =
      groupName.test(first.replace(/\s*[(（][^()（）]{0,20}[)）]$/, '')) || groupName.test(first)
    if (isGroup && importedCount > 2) return true
    const isApart = at > 0 && rows[at]! - rows[at - 1]! > 1
    return wideLines.has(at) || (importedCount > 2 && (isApart || /[，。；：,;:]/.test(first)))
  }
}

/** How the lines of a sheet are divided. All hold indexes of lines. */
type Division = {
  above: number[]
  /** Lines below the heading that are no records. */
  notes: number[]
  /** Lines below the heading without a text of their own in a column that is imported. */
  blank: number[]
  records: number[]
}

/**
 * Returns a function that tells whether a line has a text of its own in one of these columns. A person who fills several
 * merged lines, such as one for each relative, is a single record.
 */
const ownTextFinder = ({ lines, copies }: Sheet, columns: readonly number[]) => {
  const copied = new Map(columns.map(column => [column, new Set<number>()]))
  for (const { column, from, to } of copies) {
    const text = lines[from]![column]
    for (let at = from + 1; at <= to; at++) if (lines[at]![column] === text) copied.get(column)?.add(at)
  }
  return (at: number) => columns.some(column => lines[at]![column] && !copied.get(column)!.has(at))
}

/** Divides the lines by the heading and the columns that are imported; `included` are notes that the user wants read. */
export const divideLines = (
  sheet: Sheet,
  heading: HeadingLines | null,
  imported: readonly number[],
  included: ReadonlySet<number>,
): Division => {
  const start = heading ? heading.last + 1 : 0
  const division: Division = { above: [], notes: [], blank: [], records: [] }
  const isNote = noteFinder(sheet, start, imported.length)
  const hasOwnText = ownTextFinder(sheet, imported)
  for (const at of sheet.lines.keys()) {
    if (heading && at < heading.first) division.above.push(at)
    if (at < start) continue
    if (heading && !included.has(at) && isNote(at)) division.notes.push(at)
    else if (hasOwnText(at)) division.records.push(at)
    else division.blank.push(at)
  }
  return division
}
