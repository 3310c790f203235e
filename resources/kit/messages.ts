import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

type Bounds = Readonly<Record<'least' | 'most', (limit: number | bigint) => string>>
const itemBounds: Bounds = {
  least: minimum => `至少${minimum}项`,
  most: maximum => `最多${maximum}项`,
}
const bounds: Readonly<Record<string, Bounds>> = {
  string: { least: minimum => `至少${minimum}个字`, most: maximum => `最多${maximum}个字` },
  array: itemBounds,
  object: itemBounds,
}
const numberBounds: Bounds = {
  least: minimum => `不能小于${minimum}`,
  most: maximum => `不能大于${maximum}`,
}

/** The message of an issue for which the schema has none. Without it zod would answer in English. */
const sentenceOf = (issue: Issue): string => {
  if (issue.code === 'too_small') return (bounds[issue.origin] ?? numberBounds).least(issue.minimum)
  if (issue.code === 'too_big') return (bounds[issue.origin] ?? numberBounds).most(issue.maximum)
  if (issue.code === 'invalid_type')
    return issue.input == null ? '请填写此项' : '格式不正确，请检查后重新填写'
  if (issue.code === 'invalid_value') return '所选的值无效，请重新选择'
  if (issue.code === 'unrecognized_keys') return '提交的内容中有无法识别的字段，请刷新后重试'
  return '格式不正确，请检查后重新填写'
}

z.config({ customError: sentenceOf })

/** Arguments for zod's `refine`: refuses a text that consists of white space only. */
export const notBlankCheck = (label: string) =>
  [
    (text: string) => text === '' || text.trim() !== '',
    { error: `${label}不能为空字符`, abort: true },
  ] as const
