import { z } from 'zod'

import { cleanText } from '../clean.ts'
import { defineField, type SharedOptions, sharedOptions } from '../field.ts'
import { asList, type ValueReader } from '../reading.ts'
import type { RegisteredUploadScene } from '../registered.ts'
import { pictureSchema, type PictureFrame } from './image.ts'
import type { KindDefinition } from './kind.ts'
import { asArray, noItems } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    images: { scene: RegisteredUploadScene; frame: PictureFrame; max: number }
  }
}

/** A list of up to `max` uploaded pictures with their descriptions, stored by their addresses. */
export const images = (
  label: string,
  {
    scene,
    frame = {},
    max,
    ...rest
  }: SharedOptions & { scene: RegisteredUploadScene; frame?: PictureFrame; max: number },
) =>
  defineField(
    {
      kind: 'images',
      label,
      scene,
      frame,
      max,
      isRequired: true,
      ...sharedOptions(rest),
    },
    () =>
      z
        .array(
          z.strictObject({
            url: pictureSchema(label),
            alt: z
              .string()
              .max(60, { error: '图片说明最多60个字', abort: true })
              .overwrite(cleanText)
              .nullish(),
          }),
          { error: `请上传${label}` },
        )
        .min(1, `请上传${label}`)
        .max(max, `${label}最多${max}张`),
    () => z.array(z.object({ url: z.string(), alt: z.string().nullish() })),
  )

const asPictures: ValueReader = value => {
  const list = asList(value)
  return Array.isArray(list) ? list.map(it => (typeof it === 'string' ? { url: it } : it)) : undefined
}

/** Several pictures. */
export const imagesKind: KindDefinition<'images'> = {
  isPicture: true,
  isWorded: true,
  read: asPictures,
  empty: noItems,
  describe: (_, value, { language: { translate } }) =>
    translate('%{count}张图片', { count: asArray(value).length }),
  comparison: 'rendered',
  sheetForm: null,
  examples: () => [[]],
}
