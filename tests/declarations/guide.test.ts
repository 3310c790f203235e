import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { sectionsAbout } from '../../src/help/guideSection.ts'
import { pageComment, sectionsOf } from '../../vite.guide.ts'
import { allRoutes } from './shapes.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')
const guide = sectionsOf(read('use.zh-CN.md'))
const titlesOf = (path: string, isLawyer = false) =>
  sectionsAbout(guide, path, isLawyer).map(({ title }) => title)

describe('the guide beside a page', () => {
  test('has each section once, and no mark of Markdown in its title', () => {
    const titles = guide.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    expect(titles.length).toBeGreaterThan(20)
    expect(titles.filter(it => /[#*<>]/.test(it))).toEqual([])
  })

  test('starts with what the page is about, whichever record is open', () => {
    expect(titlesOf('/app/office/7/close')).toEqual(['律所和分所'])
    expect(titlesOf('/app/lawyer/1234')).toEqual(['人员列表'])
    expect(titlesOf('/app/card/review')).toEqual(['审核'])
  })

  test('explains a page without a text of its own by the page above it', () => {
    expect(titlesOf('/app/card/detail/3')).toEqual(['审核'])
    expect(titlesOf('/app/nowhere')).toEqual([])
  })

  test('puts what lawyers read first for lawyers, and behind for administrators', () => {
    const path = '/app/user/account/settings'
    expect(titlesOf(path, true)[0]).toBe('我的内容、消息和账户')
    expect(titlesOf(path).at(-1)).toBe('我的内容、消息和账户')
  })

  test('says something about every page', () => {
    const silent = allRoutes
      .map(({ path }) => path)
      .filter(path => titlesOf(path.replaceAll(/:\w+/g, '7')).length === 0)
    expect(
      silent.toSorted(),
      'pages without a text: write a section into docs/use.zh-CN.md below a line `<!-- admin /app/… -->`',
    ).toEqual([])
  })

  test('names one page in each of its comments, with a text below it', () => {
    const lines = read('use.zh-CN.md').split('\n').filter(Boolean)
    const comments = lines.flatMap((line, at) =>
      line.startsWith('<!--') ? [{ line, below: lines[at + 1] }] : [],
    )
    expect(comments.map(it => it.line).filter(line => !pageComment.test(line))).toEqual([])
    expect(comments.filter(({ below = '#' }) => /^(#|<!--)/.test(below)).map(it => it.line)).toEqual([])
  })
})
