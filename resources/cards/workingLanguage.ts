import { select } from '../kit/index.ts'

const levels = [
  [1, '母语'],
  [2, '工作语言'],
  [3, '会话'],
] as const

const names = [
  '普通话',
  '粤语',
  '英语',
  '日语',
  '韩语',
  '法语',
  '德语',
  '西班牙语',
  '俄语',
  '阿拉伯语',
  '葡萄牙语',
  '意大利语',
  '其他',
] as const

/** A language that a lawyer works in, and his level. */
export const workingLanguage = {
  language: select(
    '语言',
    names.map(name => [name, name] as const),
  ),
  level: select('程度', levels),
}
