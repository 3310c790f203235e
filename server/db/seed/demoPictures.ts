import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'

import sharp from 'sharp'

export type DemoPicture = {
  /** The name that fixtures use, without `picture:`. */
  name: string
  /** Hash of the content and extension: the same picture is stored once. */
  fileName: string
  mime: string
  scene: (typeof scenes)[number]
  bytes: Buffer
}

// The folders: portraits 600 × 750, covers 1280 × 720, logos, and a video of ten seconds.
const scenes = ['avatar', 'office', 'article', 'asset', 'video'] as const

const mimes: Record<string, string> = {
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
}

// Half of the default effort: slightly larger files in a third of the time.
const webp = { quality: 82, effort: 2 }

const readPicture = async (scene: DemoPicture['scene'], path: string): Promise<DemoPicture> => {
  const { name, ext } = parse(path)
  const source = await readFile(path)
  // A drawing is converted like an upload; a logo keeps its transparency and sharp edges as PNG.
  const conversion = ext === '.svg' && (scene === 'asset' ? sharp(source).png() : sharp(source).webp(webp))
  const bytes = conversion ? await conversion.toBuffer() : source
  const extension = conversion ? (scene === 'asset' ? '.png' : '.webp') : ext
  const mime = mimes[extension]
  if (!mime) throw new Error(`${path}: not a picture or a video`)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return { name, fileName: hash + extension, mime, scene, bytes }
}

/** The demo's own pictures and video, by file name; only those that `isWanted` accepts. */
export const demoPictures = (
  isWanted: (name: string) => boolean = () => true,
  folder = join(import.meta.dirname, 'demo/pictures'),
): Promise<DemoPicture[]> => {
  const files = scenes.flatMap(scene =>
    readdirSync(join(folder, scene)).map(file => ({ scene, path: join(folder, scene, file) })),
  )
  const wantedFiles = files.filter(({ path }) => isWanted(parse(path).name))
  return Promise.all(wantedFiles.map(({ scene, path }) => readPicture(scene, path)))
}
