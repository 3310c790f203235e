import { describe, expect, test } from 'vitest'

import { registry } from '../../resources/index.ts'
import {
  type Call,
  fileAddress,
  httpsAddress,
  linkTarget,
  miniProgramPage,
  miniProgramPath,
  videoAddress,
} from '../../resources/kit/index.ts'
import { markup } from '../../resources/domain/markup.ts'
import { conf } from '../../resources/settings/app.ts'
import { textsWithin } from './shapes.ts'

// Promise Q30 (server/promises.md).

/** A host that no tested address may reach. */
const never = [
  'https://good.cn@evil.cn/',
  'https://good@evil/',
  'https://good.cn\\@evil.cn/',
  'https://good.cn\\.evil.cn',
  'https://',
  'https:///evil.cn',
  '//evil.cn/a.png',
  '/\\evil.cn',
  'javascript:alert(1)',
  ' https://good.cn',
  'x https://good.cn',
  'https://good\t.cn@evil.cn',
]
const patterns = {
  file: fileAddress,
  https: httpsAddress,
  video: videoAddress,
  'a link of the mini-program': linkTarget,
  'a link': markup.basic.link,
  'a link of an article': markup.article.link,
}

test.each(Object.entries(patterns))('%s leads only to the host that it shows', (_, pattern) => {
  expect(never.filter(it => pattern.test(it))).toEqual([])
  for (const good of ['https://good.cn', 'https://a.good.cn:8443/b?c=d#e'])
    expect(pattern.test(good), good).toBe(true)
})

test.each([miniProgramPage, miniProgramPath, linkTarget])('%s leads into a mini-program', pattern => {
  expect(['pages/card/index', 'index'].filter(it => !pattern.test(it))).toEqual([])
  expect(never.filter(it => pattern.test(it))).toEqual([])
})

/** Addresses to which the rule applies; the names of pictures shipped with the product are no addresses. */
const isAddressName = (name: string) =>
  /(url|link|href|path|site|cdn|linkValue|avatar|logo|cover|image|img|video|poster|qrcode|wechatQr)s?$/i.test(
    name,
  )

describe('an address in a call’s input', () => {
  const texts = Object.entries(registry as Record<string, Call>).flatMap(([name, { input }]) =>
    textsWithin(input, name).filter(([path]) => isAddressName(path.slice(path.lastIndexOf('.') + 1))),
  )

  test('is found, also within rows', () => {
    const paths = texts.map(([path]) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'firm.updateMpconf.index.banners.linkValue',
        'firm.updateMpconf.index.banners.image',
        'offices.update.homeUrl',
        'offices.update.mpPath',
        'articles.update.videoUrl',
      ]),
    )
    expect(paths.length).toBeGreaterThan(40)
  })

  test('leads only to the host that it shows', () => {
    // The address as it is stored: trimmed, but otherwise unchanged.
    const open = texts.filter(([, schema]) =>
      never.some(it => never.includes(String(schema.safeParse(it).data))),
    )
    expect(open.map(([path]) => path)).toEqual([])
  })
})

describe('an uploaded file', () => {
  test.each([fileAddress, videoAddress])('%s stays in its folder', pattern => {
    expect(pattern.test('/api/files/1/1-1/0a.png')).toBe(true)
    const out = [
      '/../auth/self',
      '/1/../../auth/logout',
      '/1/./a.png',
      '//evil.cn/a.png',
      '/.part-0.png',
      '/1/a',
    ]
    expect(out.filter(it => pattern.test(`/api/files${it}`))).toEqual([])
  })
})

test('a picture of the configuration is a file or an https address', () => {
  const { input } = conf.calls.updateApp
  const takes = (logo: string) => input.safeParse({ assets: { imgs: { logo } }, version: 1 }).success
  expect(['', '/api/files/1/1-1/a.png', 'https://cdn.example.cn/a.png'].filter(it => !takes(it))).toEqual([])
  expect([...never, 'data:image/svg+xml,<svg>', 'text', '/api/files/../auth'].filter(takes)).toEqual([])
})
