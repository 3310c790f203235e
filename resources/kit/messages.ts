import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const units: Readonly<Record<string, string>> = { string: '个字', array: '项', object: '项' }
const unitOf = ({ origin }: { origin: string }) => units[origin] ?? ''

/** What is said where a schema says nothing of its own; without this zod speaks English. */
const sentenceOf = (issue: Issue): string => {
  if (issue.code === 'too_small')
    return units[issue.origin] ? `至少${issue.minimum}${unitOf(issue)}` : `不能小于${issue.minimum}`
  if (issue.code === 'too_big')
    return units[issue.origin] ? `最多${issue.maximum}${unitOf(issue)}` : `不能大于${issue.maximum}`
  if (issue.code === 'invalid_type')
    return issue.input == null ? '请填写此项' : '格式不正确，请检查后重新填写'
  if (issue.code === 'invalid_value') return '不是可选的值，请重新选择'
  if (issue.code === 'unrecognized_keys') return '有不接受的字段，请刷新后重试'
  return '格式不正确，请检查后重新填写'
}

z.config({ customError: sentenceOf })

/** The check of a text that needs more than white space; for `refine`. */
export const notOnlySpace = (label: string) =>
  [
    (text: string) => text === '' || text.trim() !== '',
    { error: `${label}不能为空字符`, abort: true },
  ] as const
