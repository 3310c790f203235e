import { expect, test } from 'vitest'

import { stripInvisibleInText } from '../../resources/domain/invisibleCharacters.ts'
import { cleanMarkup } from '../../server/services/markup/markup.ts'

/** One of each kind; the last hides letters that programs read, and no person. */
const invisible = Array.from(
  '\u0000\u0007\u007F\u0085\u00AD\u034F\u061C\u115F\u17B4\u180E\u200B\u200C\u200D\u200E\u200F\u2028\u2029\u202E\u2060\u2064\u2066\u206F\u3164\uFEFF\uFFA0\u{1D173}\u{E0001}\u{E0041}',
)
test.each(invisible.map(it => [it.codePointAt(0)!.toString(16), it]))(
  'a text with mark-up loses U+%s, and its markup loses it as a reference',
  (code, character) => {
    expect(stripInvisibleInText(`<p>主${character}任</p>`)).toBe('<p>主任</p>')
    expect(cleanMarkup(`<p>主${character}任</p>`, 'article')).toBe('<p>主任</p>')
    // U+0000 and the controls from U+0080 on are other characters as references.
    if (!/^(0|85)$/.test(code)) expect(cleanMarkup(`<p>主&#x${code};任</p>`)).toBe('<p>主任</p>')
  },
)

test.each([
  ['line breaks and tabs', '甲\r\n\t乙'],
  ['the shape of a character', '葛\u{E0100}城\uFE01'],
  ['an emoji of several', '👩🏽\u200D⚖️👨\u200D👩\u200D👧🏳️\u200D🌈'],
  ['a Persian word', 'می\u200Cخواهم'],
  ['an Arabic letter at the end of an abbreviation', 'ه\u200D'],
  ['letters of Hindi', 'क्\u200Dष, र्\u200Cक'],
  ['a letter of Malayalam', 'ന്\u200D'],
  ['a letter of Mongolian', 'ᠬᠠ\u180Eᠠ\u180B'],
])('%s stays', (_what, text) => {
  expect(stripInvisibleInText(text)).toBe(text)
  expect(cleanMarkup(`<p>${text}</p>`)).toBe(`<p>${text}</p>`)
})

test.each([
  ['a second joiner', 'می\u200C\u200C\u200Dخواهم', 'می\u200Cخواهم'],
  ['a joiner before an emoji', '甲\u200D👧', '甲👧'],
  ['a joiner after an emoji', '👧\u200D甲', '👧甲'],
  ['a joiner before letters that need none', 'a\u200Cخ', 'aخ'],
])('%s goes', (_what, text, clean) => expect(stripInvisibleInText(text)).toBe(clean))

test('an address is checked without the characters that are removed from it', () => {
  const addresses = ['/api/fi&#8203;les/1/a.webp', '/\u200B/evil.example/a.png', 'https://a&#x200B;.cn/b.png']
  const html = addresses.map(it => `<img src="${it}">`).join('')
  expect(cleanMarkup(html, 'article')).toBe('<img src="https://a.cn/b.png" />')
})

test('half a million joiners are removed, and kept where they are needed', () => {
  expect(stripInvisibleInText('\u200D\u200C'.repeat(250_000))).toBe('')
  expect(stripInvisibleInText('م\u200D'.repeat(250_000))).toHaveLength(500_000)
})
