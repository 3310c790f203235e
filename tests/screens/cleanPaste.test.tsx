import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { chinese } from '../../resources/kit/translate.ts'
import { cleanPaste } from '../../src/fields/richText/paste/cleanPaste.ts'
import { convertWordLists } from '../../src/fields/richText/paste/wordLists.ts'
import { removedText } from '../../src/fields/richText/paste/removals.ts'
import { commentRules, hiddenRules, hidingStyles, listRules, styleRules } from './pasted/rules.ts'
import { pastedShapes } from './pasted/shapes.ts'

const clipboardHtml = (name: string) => readFileSync(join(import.meta.dirname, 'pasted', name), 'utf8')
const options = { isKnown: (src: string) => src.startsWith('/api/files/'), take: () => null }
const clean = (html: string) => cleanPaste(html, options)
/** Removes the whitespace between blocks, which does not matter to the comparison. */
const withoutGaps = (html: string) =>
  html
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(/>\s+</g, '><')
    .trim()

const dangerous =
  /<script|<style|<svg|<iframe|<math|javascript:|data:|\son\w+=|style=|class=|mso-|<o:p|<!--|<span|<font|<section/i

describe('pasted content', () => {
  test('converts headings, lists, links and tables from Word', () => {
    const { html, removed } = clean(clipboardHtml('word.txt'))
    expect(html).not.toMatch(dangerous)
    expect(withoutGaps(html)).toBe(
      '<h2>股东出资的三个问题</h2><p>出资<strong>期限</strong>应当写明</p><p></p><p></p>' +
        '<ol><li><p>章程先看期限</p><ul><li><p>再看方式</p></li></ul></li><li><p>最后看责任</p></li></ol>' +
        '<p><a href="https://www.court.gov.cn/">最高人民法院</a>点我合同</p>' +
        '<table><tbody><tr><td colspan="2"><p>期限</p></td></tr><tr><td><p>五年</p></td><td><p>&nbsp;</p></td></tr></tbody></table>',
    )
    expect(removed).toMatchObject({ scripts: 1, links: 1, embeds: 0, pictures: ['本机文件中的图片'] })
    expect(removed.styles).toBeGreaterThan(15)
    expect(removedText(removed, chinese.translate)).toMatch(
      /^样式 \d+ 处、脚本 1 个、无效链接 1 个、外部图片 1 张$/,
    )
  })

  test('converts paragraphs from WeChat, and lists external pictures', () => {
    const { html, removed } = clean(clipboardHtml('wechat.txt'))
    expect(html).not.toMatch(dangerous)
    expect(withoutGaps(html)).toBe(
      '<p><strong>一起租房纠纷的复盘</strong></p><p>承租人<strong>提前退租</strong>,<u>押金</u>该不该退？</p>' +
        '<p></p><p></p><p>先看合同，再看证据。</p><ul><li><p>收房要拍照</p></li><li><p>交接要签字</p></li></ul>' +
        '<blockquote><p>租赁合同应当写明</p></blockquote>' +
        '<p>阅读原文<a href="https://mp.weixin.qq.com/s/abc" target="_blank">上一篇</a></p>',
    )
    expect(removed.pictures).toEqual([
      'https://mmbiz.qpic.cn/sz_mmbiz_jpg/lease001/640?wx_fmt=jpeg&from=appmsg',
    ])
    expect(removed.scripts).toBeGreaterThanOrEqual(2)
    expect(removed.embeds).toBeGreaterThanOrEqual(2)
  })

  test.each([
    ['<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg><p>文</p>', '<p>文</p>'],
    ['<p><a href=" java\nscript:alert(1)">链</a></p>', '<p>链</p>'],
    ['<p><a href="data:text/html,x">链</a></p>', '<p>链</p>'],
    ['<p><a href="//evil.cn">链</a><a href="/api/auth/logout">退</a></p>', '<p>链退</p>'],
    ['<p><img src="/api/auth/self">文</p>', '<p>文</p>'],
    [
      '<p><img src="/api/files/1/a.webp" onerror="x()" alt="图"></p>',
      '<p><img src="/api/files/1/a.webp" alt="图"></p>',
    ],
    ['<math><mtext><img src=x onerror=alert(1)></mtext></math><p>文</p>', '<p>文</p>'],
    ['<form action="https://evil.cn"><input name="a"><button>送</button></form><p>文</p>', '<p>文</p>'],
    ['<template><script>x</script></template><noscript><p title="</noscript><img src=x onerror=x>">', ''],
    ['<b style="font-weight:normal"><p>全<i>文</i></p></b>', '<p>全<em>文</em></p>'],
    ['<table><tr><td><p>框里的话</p></td></tr></table>', '<p>框里的话</p>'],
    [
      '<p><a href="mailto:a@b.cn">信</a><a href="tel:021-12345678">话</a></p>',
      '<p><a href="mailto:a@b.cn">信</a><a href="tel:021-12345678">话</a></p>',
    ],
    ['<p>  两端都有空格 <span>词</span></p>', '<p>两端都有空格 词</p>'],
  ])('%s', (html, kept) => expect(withoutGaps(clean(html).html)).toBe(kept))

  const item = (marker: string, text: string, level = 1) =>
    `<p style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${marker}<span>&nbsp;</span></span>${text}</p>`

  test.each(['1.', '1．', '１．', 'a)'])(
    'a line of Word that is numbered %s becomes that of a list',
    marker => expect(withoutGaps(clean(item(marker, '文')).html)).toMatch(/^<ol><li><p>文/),
  )

  test.each(pastedShapes)('of %s: %s', (_program, _what, html, becomes) =>
    expect(withoutGaps(clean(html).html)).toBe(becomes),
  )

  test.each([...commentRules, ...hiddenRules, ...listRules, ...styleRules])(
    'the rule for %s',
    (_what, html, becomes) => expect(withoutGaps(clean(html).html)).toBe(becomes),
  )

  test.each(hidingStyles)('text that is hidden by “%s”, by its element or a style sheet', style => {
    const shown = '<p>公开</p>'
    expect(clean(`${shown}<p style="${style}">底价</p>`)).toMatchObject({
      html: shown,
      removed: { hidden: 1 },
    })
    const sheet = `<html><head><style>.x{${style}}</style></head><body>${shown}<p class=x>底价</p></body></html>`
    expect(clean(sheet)).toMatchObject({ html: shown, removed: { hidden: 1 } })
  })

  test('counts what is seen as one text as one, and an anchor without text not at all', () => {
    const counted = (html: string) => clean(html).removed
    expect(counted('<div style="visibility:hidden"><p>底</p><p>价</p></div>')).toMatchObject({ hidden: 1 })
    expect(counted('<p>甲<a class="sdcommentanc"></a><a class="sdcommentanc"></a></p>')).toMatchObject({
      comments: 0,
    })
    expect(counted('<p>公开</p><p style="display:none"><img src="https://a.cn/b.png"></p>')).toMatchObject({
      hidden: 1,
      pictures: [],
    })
    expect(counted("<p>甲</p><div style='mso-element:comment'><p>底</p><p>价</p></div>")).toMatchObject({
      comments: 1,
    })
  })

  test('says how many comments, hidden texts and formats were dropped', () => {
    const removedFrom = (program: string, what: string) =>
      clean(pastedShapes.find(it => it[0] === program && it[1] === what)![2]).removed
    expect(removedFrom('Word', 'comments')).toMatchObject({ comments: 1, hidden: 0 })
    expect(removedFrom('WPS', 'comments')).toMatchObject({ comments: 2 })
    expect(removedFrom('Word', 'hidden text')).toMatchObject({ comments: 0, hidden: 1 })
    expect(removedFrom('公众号', 'text that the page does not show')).toMatchObject({ hidden: 1 })
    expect(removedFrom('公众号', 'text that is transparent, without size or outside the page')).toMatchObject(
      {
        hidden: 8,
      },
    )
    expect(removedFrom('公众号', 'text that looks hidden, but is seen')).toMatchObject({ hidden: 0 })
    expect(removedFrom('Word Online', 'comments')).toMatchObject({ comments: 2 })
    const formats = removedFrom('a page', 'code, highlighting and keys')
    expect(formats).toMatchObject({ formats: 3 })
    expect(removedText(formats, chinese.translate)).toBe('不支持的格式 3 处')
    const both = clean('<p>a<span style="mso-hide:all">b</span><a class=msocomanchor>[王1]</a></p>').removed
    expect(removedText(both, chinese.translate)).toBe('批注 1 条、隐藏内容 1 处')
  })

  test('keeps lists in the short editor', () =>
    expect(convertWordLists(item('1.', '甲') + item('2.', '乙'))).toBe(
      '<ol><li><p>甲</p></li><li><p>乙</p></li></ol>',
    ))

  test('uploads embedded pictures, and lists external ones', () => {
    const { html, removed } = cleanPaste(
      '<p>甲</p><img src="data:image/png;base64,iVBORw0KGgo="><img src="https://a.cn/b.png"><p>乙</p>',
      { ...options, take: data => (data.startsWith('data:image/png') ? 'here' : null) },
    )
    expect(withoutGaps(html)).toBe('<p>甲</p><img data-upload="here"><p>乙</p>')
    expect(removed.pictures).toEqual(['https://a.cn/b.png'])
  })

  test('reports nothing for plain text', () =>
    expect(removedText(clean('<p>文<strong>字</strong></p>').removed, chinese.translate)).toBe(''))
})
