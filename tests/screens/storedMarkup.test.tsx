import { Editor, type Extensions } from '@tiptap/core'
import { describe, expect, test } from 'vitest'

import { markup } from '../../resources/domain/markup.ts'
import { cleanMarkup } from '../../server/services/markup/markup.ts'
import { basicExtensions } from '../../src/fields/richText/basicExtensions.ts'
import { articleExtensions } from '../../src/fields/richText/article/extensions.ts'
import { editorHtml } from '../../src/fields/richText/editorHtml.ts'

/** An article with each element that the server stores, in all its attributes. */
const examples: Record<string, string> = {
  p: '<p>文字</p>',
  br: '<p>甲<br>乙</p>',
  strong: '<p><strong>重</strong></p>',
  em: '<p><em>斜</em></p>',
  u: '<p><u>线</u></p>',
  s: '<p><s>删</s></p>',
  sub: '<p>H<sub>2</sub>O</p>',
  sup: '<p>100m<sup>2</sup></p>',
  ul: '<ul><li><p>项</p></li></ul>',
  ol: '<ol start="3"><li><p>项</p></li></ol>',
  li: '<ol><li><p>项</p><ul><li><p>子项</p></li></ul></li></ol>',
  h2: '<h2>大标题</h2>',
  h3: '<h3>中标题</h3>',
  h4: '<h4>小标题</h4>',
  blockquote: '<blockquote><p>引用</p></blockquote>',
  hr: '<p>上</p><hr><p>下</p>',
  a: '<p><a href="https://a.cn/" target="_blank" rel="noopener noreferrer nofollow">链接</a></p>',
  img: '<img src="/api/files/1/a.webp" alt="图" width="40" height="50">',
  video:
    '<video src="/api/files/1/a.mp4" poster="/api/files/1/a.webp" width="40" height="50" controls=""></video>',
  figure: '<figure><img src="/api/files/1/a.webp" alt="图"><figcaption>说明</figcaption></figure>',
  figcaption:
    '<figure><figcaption>图 1 <strong>说明</strong></figcaption><img src="/api/files/1/a.webp"></figure>',
  table: '<table><tbody><tr><td><p>甲</p></td><td><p>乙</p></td></tr></tbody></table>',
  tbody: '<table><tbody><tr><th><p>甲</p></th><td><p>乙</p></td></tr></tbody></table>',
  thead:
    '<table><thead><tr><th><p>项目</p></th><th><p>费用</p></th></tr></thead><tbody><tr><td><p>甲</p></td><td><p>乙</p></td></tr></tbody></table>',
  tr: '<table><tbody><tr><td><p>甲</p></td></tr><tr><td><p>乙</p></td></tr></tbody></table>',
  th: '<table><tbody><tr><th colspan="2"><p>甲</p></th><th rowspan="2"><p>丁</p></th></tr><tr><td><p>乙</p></td><td><p>丙</p></td></tr></tbody></table>',
  td: '<table><tbody><tr><td rowspan="2"><p>甲</p></td><td colspan="2"><p>乙</p></td></tr><tr><td><p>丙</p></td><td><p>丁</p></td></tr></tbody></table>',
}

/** Elements with their attributes and texts in order; paragraphs in list items and cells are the editor's own. */
const partsOf = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const parts: string[] = []
  const visit = (node: Node) => {
    if (node instanceof Element) {
      const attributes = node
        .getAttributeNames()
        .filter(name => !(['colspan', 'rowspan'].includes(name) && node.getAttribute(name) === '1'))
        .toSorted()
      parts.push([node.localName, ...attributes.map(name => `${name}=${node.getAttribute(name)}`)].join(' '))
    } else if (node.textContent) parts.push(node.textContent)
    for (const child of node.childNodes) visit(child)
  }
  for (const child of body.childNodes) visit(child)
  return parts
}

const openAndType = (html: string, extensions: Extensions = articleExtensions) => {
  const editor = new Editor({ element: null, extensions, content: html })
  editor.commands.insertContentAt(editor.state.doc.content.size, '<p>两字</p>')
  const typed = editorHtml(editor)
  editor.destroy()
  return typed ?? ''
}

describe('a stored short text that is opened and typed in', () => {
  test.each(markup.basic.tags.map(tag => [tag, examples[tag]!] as const))('keeps %s', (_, html) => {
    const stored = cleanMarkup(html, 'basic')
    expect(partsOf(stored)).toEqual(partsOf(html))
    expect(partsOf(cleanMarkup(openAndType(stored, basicExtensions), 'basic'))).toEqual([
      ...partsOf(stored),
      'p',
      '两字',
    ])
  })
})

describe('a stored article that is opened and typed in', () => {
  test('every element that the server stores has an example', () => {
    expect(Object.keys(examples).toSorted()).toEqual(markup.article.tags.toSorted())
    const all = Object.values(examples).join('')
    for (const [tag, names] of Object.entries(markup.article.attributes))
      for (const name of names) expect(all).toMatch(new RegExp(`<${tag}[^>]* ${name}=`))
  })

  test.each(Object.entries(examples))('keeps %s', (_, html) => {
    const stored = cleanMarkup(html, 'article')
    expect(partsOf(stored)).toEqual(partsOf(html))
    expect(partsOf(cleanMarkup(openAndType(stored), 'article'))).toEqual([...partsOf(stored), 'p', '两字'])
  })

  test.each([
    [
      'a link around a picture',
      '<p>文</p><a href="https://a.cn/" target="_blank" rel="noopener noreferrer nofollow"><img src="/api/files/1/a.webp"></a>',
    ],
    ['bold and raised text', '<p>x<strong><sup>2</sup></strong></p>'],
    [
      'a table with a caption in a figure',
      `<figure>${examples['thead']}<figcaption>表一</figcaption></figure>`,
    ],
  ])('keeps %s', (_, html) => {
    const stored = cleanMarkup(html, 'article')
    expect(partsOf(openAndType(stored))).toEqual([...partsOf(stored), 'p', '两字'])
  })
})
