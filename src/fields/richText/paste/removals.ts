import type { Translate } from '../../../../resources/kit/translate.ts'

/** Numbers of elements that pasting removed, for the notice to the user. */
export type Removals = {
  styles: number
  /** Elements whose text stays, but not its look, such as code and highlighting. */
  formats: number
  scripts: number
  links: number
  /** Frames, drawings, forms and the like. */
  embeds: number
  /** Comments of a word processor. */
  comments: number
  /** Texts that their page does not show. */
  hidden: number
  /** External pictures, by their address or a description. */
  pictures: string[]
}

export const noRemovals = (): Removals => ({
  styles: 0,
  formats: 0,
  scripts: 0,
  links: 0,
  embeds: 0,
  comments: 0,
  hidden: 0,
  pictures: [],
})

/** Whether anything was removed. */
export const hasRemovals = ({ pictures, ...counts }: Removals) =>
  pictures.length > 0 || Object.values(counts).some(it => it > 0)

/** Summary such as 样式 37 处、脚本 1 个、外部图片 3 张; empty if nothing was removed. */
export const removedText = (removed: Removals, translate: Translate) => {
  const { styles, formats, scripts, links, embeds, comments, hidden, pictures } = removed
  return [
    styles > 0 && translate('样式 %{styles} 处', { styles }),
    formats > 0 && translate('不支持的格式 %{formats} 处', { formats }),
    scripts > 0 && translate('脚本 %{scripts} 个', { scripts }),
    links > 0 && translate('无效链接 %{links} 个', { links }),
    embeds > 0 && translate('嵌入内容 %{embeds} 个', { embeds }),
    comments > 0 && translate('批注 %{comments} 条', { comments }),
    hidden > 0 && translate('隐藏内容 %{hidden} 处', { hidden }),
    pictures.length > 0 && translate('外部图片 %{count} 张', { count: pictures.length }),
  ]
    .filter(Boolean)
    .join(translate('、'))
}
