import { expect, test } from 'vitest'

import { markdownToHtml } from '../../../server/db/seed/markdown.ts'

test.each([
  ['a paragraph', '一段文字。', '<p>一段文字。</p>'],
  ['paragraphs', 'One\nline.\n\n\nTwo.\n', '<p>One line.</p><p>Two.</p>'],
  ['lines of another system', '一\r\n\r\n二\r\n', '<p>一</p><p>二</p>'],
  ['a heading', '## 标题\n\n正文', '<h2>标题</h2><p>正文</p>'],
  ['a quotation', '> 引文', '<blockquote><p>引文</p></blockquote>'],
  ['a list', '- 一\n- 二', '<ul><li>一</li><li>二</li></ul>'],
  [
    'a table',
    '| 时间 | 事项 |\n| --- | --- |\n| T-5 | 核对 |',
    '<table><tbody><tr><th>时间</th><th>事项</th></tr><tr><td>T-5</td><td>核对</td></tr></tbody></table>',
  ],
  ['marks of HTML', 'R&D <b>', '<p>R&amp;D &lt;b></p>'],
])('%s', (_, markdown, html) => {
  expect(markdownToHtml(markdown)).toBe(html)
})

test.each([
  '# 标题',
  '### 标题',
  '1. 一',
  '* 一',
  '**粗**',
  '[名](https://a.example)',
  '![图](a.png)',
  '正文\n## 标题',
])('refuses %s', markdown => {
  expect(() => markdownToHtml(markdown)).toThrow('Markdown that is not known here')
})
