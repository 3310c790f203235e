import sharp from 'sharp'
import { expect, test } from 'vitest'

import { demoFixture } from '../../../server/db/seed/demoFirm.ts'
import { demoPictures } from '../../../server/db/seed/demoPictures.ts'

const pictures = await demoPictures()

test('every picture that the demo names exists, and every existing one is named', () => {
  const named = JSON.stringify(demoFixture('a-demo-password')).match(/(?<=picture:)[a-z0-9-]+/g) ?? []
  expect(pictures.map(it => it.name).toSorted()).toEqual([...new Set(named)].toSorted())
})

test('draws only the requested pictures', async () => {
  const [picture, ...others] = await demoPictures(name => name === 'logo-mark')
  expect(picture).toMatchObject({ name: 'logo-mark', mime: 'image/png', scene: 'asset' })
  expect(others).toEqual([])
})

test('gives the same pictures the same names every time', async () => {
  const secondRun = await demoPictures()
  expect(secondRun.map(it => it.fileName)).toEqual(pictures.map(it => it.fileName))
})

test('draws no two people alike', () => {
  const portraits = pictures.filter(it => it.scene === 'avatar').map(it => it.fileName)
  expect(portraits).toHaveLength(60)
  expect(new Set(portraits).size).toBe(60)
})

test.each([
  ['portrait-1', 600, 750],
  ['cover-beijing', 1280, 720],
  ['article-scales', 1280, 720],
  ['logo', 744, 192],
  ['logo-mark', 480, 480],
])('draws %s with %i × %i pixels', async (name, width, height) => {
  const picture = pictures.find(it => it.name === name)
  expect(await sharp(picture?.bytes).metadata()).toMatchObject({ width, height })
})
