import type { Translate } from '../../../resources/kit/translate.ts'

/** Numbers of elements that pasting removed, for the notice to the user. */
export type Removals = {
  styles: number
  scripts: number
  links: number
  /** Frames, drawings, forms and the like. */
  embeds: number
  /** External pictures, by their address or a description. */
  pictures: string[]
}

export const noRemovals = (): Removals => ({ styles: 0, scripts: 0, links: 0, embeds: 0, pictures: [] })

/** Whether anything was removed. */
export const hasRemovals = ({ styles, scripts, links, embeds, pictures }: Removals) =>
  styles + scripts + links + embeds + pictures.length > 0

/** Summary such as 样式 37 处、脚本 1 个、外部图片 3 张; empty if nothing was removed. */
export const removedText = ({ styles, scripts, links, embeds, pictures }: Removals, translate: Translate) =>
  [
    styles > 0 && translate('样式 %{styles} 处', { styles }),
    scripts > 0 && translate('脚本 %{scripts} 个', { scripts }),
    links > 0 && translate('无效链接 %{links} 个', { links }),
    embeds > 0 && translate('嵌入内容 %{embeds} 个', { embeds }),
    pictures.length > 0 && translate('外部图片 %{count} 张', { count: pictures.length }),
  ]
    .filter(Boolean)
    .join(translate('、'))
