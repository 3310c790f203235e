import type { Translate } from '../../../resources/kit/translate.ts'

/** What pasting left out, so that it can be told. */
export type Removed = {
  styles: number
  scripts: number
  links: number
  /** Frames, drawings, forms and the like. */
  embeds: number
  /** Pictures that lie elsewhere, by their address or what is known of them. */
  pictures: string[]
}

export const nothingRemoved = (): Removed => ({ styles: 0, scripts: 0, links: 0, embeds: 0, pictures: [] })

/** Whether anything was left out. */
export const hasRemoved = ({ styles, scripts, links, embeds, pictures }: Removed) =>
  styles + scripts + links + embeds + pictures.length > 0

/** 样式 37 处、脚本 1 个、外部图片 3 张; empty where nothing was left out. */
export const removedText = ({ styles, scripts, links, embeds, pictures }: Removed, translate: Translate) =>
  [
    styles > 0 && translate('样式 %{styles} 处', { styles }),
    scripts > 0 && translate('脚本 %{scripts} 个', { scripts }),
    links > 0 && translate('无效链接 %{links} 个', { links }),
    embeds > 0 && translate('嵌入内容 %{embeds} 个', { embeds }),
    pictures.length > 0 && translate('外部图片 %{count} 张', { count: pictures.length }),
  ]
    .filter(Boolean)
    .join(translate('、'))
