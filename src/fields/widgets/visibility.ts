import type { Field, Option } from '../../../resources/kit/index.ts'

type Level = 0 | 1 | 2
export type Visibility = Readonly<Record<string, Level>>

/** The fields of a card that may be hidden, and what each shows when nothing was chosen (domain.md, section 3.4). */
export const parts: Record<string, { label: string; byDefault: Level }> = {
  mobile: { label: '手机', byDefault: 2 },
  phone: { label: '座机', byDefault: 1 },
  email: { label: '邮箱', byDefault: 1 },
  wechatNo: { label: '微信号', byDefault: 2 },
  wechatQr: { label: '微信二维码', byDefault: 2 },
  licenseNumber: { label: '执业证号', byDefault: 1 },
  fax: { label: '传真', byDefault: 1 },
  addressOverride: { label: '名片地址', byDefault: 1 },
}
export const levels = [
  [1, '公开'],
  [2, '点击后显示'],
  [0, '不公开'],
] as const satisfies readonly (readonly [Level, string])[]

/** What is chosen of one part, in a word of the part's own choices where it declares them. */
export const wordOf = (visibility: unknown, name: string, byDefault: Level, part: Field | undefined) => {
  const chosen: unknown = new Map(Object.entries(visibility ?? {})).get(name) ?? byDefault
  const options: readonly Option[] = part && 'options' in part ? part.options : levels
  return options.find(([level]) => level === chosen)?.[1] ?? ''
}
