import type { Field, Option } from '../../../resources/kit/index.ts'

type VisibilityLevel = 0 | 1 | 2
export type Visibility = Readonly<Record<string, VisibilityLevel>>

/** Fields of a card that can be hidden, with their default visibility (docs/domain.md §3.4). */
export const cardParts: Record<string, { label: string; byDefault: VisibilityLevel }> = {
  mobile: { label: '手机', byDefault: 2 },
  phone: { label: '座机', byDefault: 1 },
  email: { label: '邮箱', byDefault: 1 },
  wechatNo: { label: '微信号', byDefault: 2 },
  wechatQr: { label: '微信二维码', byDefault: 2 },
  licenseNumber: { label: '执业证号', byDefault: 1 },
  fax: { label: '传真', byDefault: 1 },
  addressOverride: { label: '名片地址', byDefault: 1 },
}
export const visibilityLevels = [
  [1, '公开'],
  [2, '点击后显示'],
  [0, '不公开'],
] as const satisfies readonly (readonly [VisibilityLevel, string])[]

/** Text for the visibility of one field; the declared options of the field take precedence. */
export const visibilityText = (
  visibility: unknown,
  name: string,
  byDefault: VisibilityLevel,
  part: Field | undefined,
) => {
  const chosen: unknown = new Map(Object.entries(visibility ?? {})).get(name) ?? byDefault
  const options: readonly Option[] = part && 'options' in part ? part.options : visibilityLevels
  return options.find(([level]) => level === chosen)?.[1] ?? ''
}
