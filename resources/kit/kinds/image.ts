import { z } from 'zod'

import { fileAddress } from '../addresses.ts'
import { defineField, type SharedOptions, sharedOptions } from '../field.ts'
import { asText } from '../reading.ts'
import type { RegisteredUploadScene } from '../registered.ts'
import type { KindDefinition } from './kind.ts'
import { noText } from './plainText.ts'

/** The aspect ratio (width, height) that a picture is cropped to, and its minimum size in pixels. */
export type PictureFrame = { ratio?: readonly [number, number]; minWidth?: number; minHeight?: number }

declare module '../field.ts' {
  interface KindOptions {
    image: { scene: RegisteredUploadScene; frame: PictureFrame }
  }
}

/** The address of one uploaded picture. */
export const pictureSchema = (label: string) =>
  z
    .string({ error: `请上传${label}` })
    .max(500, { error: `${label}的地址过长，请重新上传`, abort: true })
    .regex(fileAddress, `请上传${label}`)

/** One uploaded picture, stored by its address. */
export const image = (
  label: string,
  { scene, frame = {}, ...rest }: SharedOptions & { scene: RegisteredUploadScene; frame?: PictureFrame },
) =>
  defineField(
    {
      kind: 'image',
      label,
      scene,
      frame,
      isRequired: true,
      ...sharedOptions(rest),
    },
    () => pictureSchema(label),
    () => z.string(),
  )

/** One picture. */
export const imageKind: KindDefinition<'image'> = {
  isPicture: true,
  isWorded: true,
  read: asText,
  empty: noText,
  describe: (_field, _value, { language }) => language.translate('图片'),
  comparison: 'rendered',
  sheetForm: null,
  isGivenByRow: true,
  // Pictures would have to be uploaded.
  examples: () => [],
}
