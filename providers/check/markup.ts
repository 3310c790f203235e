import { markup } from '../../resources/domain/markup.ts'

/** Dangerous HTML that must be removed, with two texts that must be kept. */
export const hostileMarkup = [
  '<p onclick="steal()" style="position:fixed" class="x">保留的文字</p>',
  '<script>steal()</script><style>p{display:none}</style>',
  '<img src=x onerror=steal()><svg onload=steal()><math><mi xlink:href="javascript:steal()">',
  '<a href="javascript:steal()">甲</a><a href=" jav&#x09;ascript:steal()">乙</a><a href="data:text/html,x">丙</a>',
  '<iframe src="https://evil.example"></iframe><object data="x"></object><form action="/x"><input></form>',
  '<img src="data:image/svg+xml,<svg onload=steal()>"><video src="javascript:steal()" autoplay></video>',
  '<!-- <p> --><p><strong>没有关上的标签',
].join('')

/** Treats every `<` as the possible start of a tag. */
const tagsIn = (html: string) =>
  html
    .split('<')
    .slice(1)
    .flatMap(piece => {
      const text = piece.split('>')[0]!.trimStart()
      const isEnd = text.startsWith('/')
      const [name] = /^[a-z][^\s/]*/i.exec(text.slice(isEnd ? 1 : 0).trimStart()) ?? []
      const parts = text.split('=').slice(0, -1)
      const names = parts.flatMap(it => it.split(/[\s/"']/).findLast(word => word !== '') ?? [])
      return name ? [{ isEnd, name: name.toLowerCase(), names: names.map(it => it.toLowerCase()) }] : []
    })

const voids = new Set(['br', 'hr', 'img'])

/** Lists what is wrong with a stored HTML text; empty if it is safe to show. */
export const markupFaults = (html: string, set: keyof typeof markup) => {
  const { tags, attributes } = markup[set]
  const found = tagsIn(html)
  const balance = found.filter(it => !voids.has(it.name)).reduce((sum, it) => sum + (it.isEnd ? -1 : 1), 0)
  return [
    ...found.filter(it => !tags.includes(it.name)).map(it => `tag ${it.name}`),
    ...found.flatMap(it => it.names.filter(name => !(attributes[it.name] ?? []).includes(name))),
    ...(/javascript:|data:|steal\(|<!--/i.test(html) ? ['a script'] : []),
    ...(balance === 0 ? [] : ['a tag that is not closed']),
    ...(html.includes('保留的文字') && html.includes('没有关上的标签') ? [] : ['the text is gone']),
  ]
}
