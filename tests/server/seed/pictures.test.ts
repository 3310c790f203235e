import sharp from 'sharp'
import { expect, test } from 'vitest'

import { demoFixture } from '../../../server/db/seed/demoFirm.ts'
import { demoPictures } from '../../../server/db/seed/demoPictures.ts'

const pictures = await demoPictures()

test('every picture the demo names is there, and every one that is there is named', () => {
  const named = JSON.stringify(demoFixture('a-demo-password')).match(/(?<=picture:)[a-z0-9-]+/g) ?? []
  expect(pictures.map(it => it.name).toSorted()).toEqual([...new Set(named)].toSorted())
})

test('only the pictures asked for are drawn', async () => {
  const [picture, ...others] = await demoPictures(name => name === 'logo-mark')
  expect(picture).toMatchObject({ name: 'logo-mark', mime: 'image/png', scene: 'asset' })
  expect(others).toEqual([])
})

test('the same pictures have the same names every time', async () => {
  const again = await demoPictures()
  expect(again.map(it => it.fileName)).toEqual(pictures.map(it => it.fileName))
})

test('no two people look the same', () => {
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
])('%s is %i × %i', async (name, width, height) => {
  const picture = pictures.find(it => it.name === name)
  expect(await sharp(picture?.bytes).metadata()).toMatchObject({ width, height })
})
