import { markup } from '../../resources/domain/markup.ts'

/** What nobody may be shown, with two texts that have to stay. */
export const hostile = [
  '<p onclick="steal()" style="position:fixed" class="x">保留的文字</p>',
  '<script>steal()</script><style>p{display:none}</style>',
  '<img src=x onerror=steal()><svg onload=steal()><math><mi xlink:href="javascript:steal()">',
  '<a href="javascript:steal()">甲</a><a href=" jav&#x09;ascript:steal()">乙</a><a href="data:text/html,x">丙</a>',
  '<iframe src="https://evil.example"></iframe><object data="x"></object><form action="/x"><input></form>',
  '<img src="data:image/svg+xml,<svg onload=steal()>"><video src="javascript:steal()" autoplay></video>',
  '<!-- <p> --><p><strong>没有关上的标签',
].join('')

const tagPattern = /<\s*(\/?)\s*([a-zA-Z][^\s/>]*)([^>]*)>/g
const voids = new Set(['br', 'hr', 'img'])

/** What is wrong with a text that was stored: nothing, for what may be shown as it is. */
export const faultsOf = (html: string, set: keyof typeof markup) => {
  const { tags, attributes } = markup[set]
  const found = [...html.matchAll(tagPattern)].map(([, slash, name, rest]) => ({
    slash,
    name: name!.toLowerCase(),
    names: [...rest!.matchAll(/([^\s=/"']+)\s*=/g)].map(it => it[1]!.toLowerCase()),
  }))
  const balance = found.filter(it => !voids.has(it.name)).reduce((sum, it) => sum + (it.slash ? -1 : 1), 0)
  return [
    ...found.filter(it => !tags.includes(it.name)).map(it => `tag ${it.name}`),
    ...found.flatMap(it => it.names.filter(name => !(attributes[it.name] ?? []).includes(name))),
    ...(/javascript:|data:|steal\(|<!--/i.test(html) ? ['a script'] : []),
    ...(balance === 0 ? [] : ['a tag that is not closed']),
    ...(html.includes('保留的文字') && html.includes('没有关上的标签') ? [] : ['the text is gone']),
  ]
}
