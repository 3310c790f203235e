import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

import { people } from './demo/people.ts'
import { articleCoverSvg, coverThemes } from './pictures/articleCover.ts'
import { logoDarkSvg, logoMarkSvg, logoSvg } from './pictures/logo.ts'
import { portraitSvg } from './pictures/portrait.ts'
import { skylineSvg, type City } from './pictures/skyline.ts'

export type Picture = {
  /** As fixtures name it, without `picture:`. */
  name: string
  /** Hash of the content and extension: the same picture is stored once. */
  fileName: string
  mime: 'image/webp' | 'image/png' | 'video/mp4'
  scene: 'avatar' | 'office' | 'article' | 'asset' | 'video'
  bytes: Buffer
}

type Plan = { name: string; svg: string; scene: Picture['scene'] }

// Half of the default effort: a little larger files, a third of the time.
const webp = { quality: 82, effort: 2 }

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/** Ten seconds of the covers, put together with ffmpeg: it cannot be drawn at the start like the pictures. */
const film = async (): Promise<Picture> => {
  const bytes = await readFile(join(import.meta.dirname, 'pictures/film.mp4'))
  return { name: 'film', fileName: `${hashOf(bytes)}.mp4`, mime: 'video/mp4', scene: 'video', bytes }
}

const render = async ({ name, svg, scene }: Plan): Promise<Picture> => {
  const drawing = sharp(Buffer.from(svg))
  const isLogo = scene === 'asset'
  const bytes = await (isLogo ? drawing.png() : drawing.webp(webp)).toBuffer()
  return {
    name,
    fileName: `${hashOf(bytes)}.${isLogo ? 'png' : 'webp'}`,
    mime: isLogo ? 'image/png' : 'image/webp',
    scene,
    bytes,
  }
}

const portraits = (): Plan[] =>
  people.map(({ number, gender, year }) => ({
    name: `portrait-${number}`,
    svg: portraitSvg({ number, gender, isSenior: year < 2003 }),
    scene: 'avatar',
  }))

const cities: readonly City[] = ['shanghai', 'beijing', 'shenzhen', 'chengdu']
const covers = (): Plan[] =>
  cities.map(city => ({ name: `cover-${city}`, svg: skylineSvg(city), scene: 'office' }))

const articleCovers = (): Plan[] =>
  coverThemes.map(theme => ({ name: `article-${theme}`, svg: articleCoverSvg(theme), scene: 'article' }))

const logos = (): Plan[] => [
  { name: 'logo', svg: logoSvg(4), scene: 'asset' },
  { name: 'logo-dark', svg: logoDarkSvg(4), scene: 'asset' },
  { name: 'logo-mark', svg: logoMarkSvg(10), scene: 'asset' },
]

/** Every picture the demo names: portraits 600 × 750, covers 1280 × 720, the logo 192 high; and its film. */
export const demoPictures = (): Promise<Picture[]> =>
  Promise.all([...[...portraits(), ...covers(), ...articleCovers(), ...logos()].map(render), film()])
