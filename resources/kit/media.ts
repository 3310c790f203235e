import { z } from 'zod'

import { fileAddress } from './addresses.ts'
import { cleanText } from './clean.ts'
import { defineField, type PictureFrame, type SharedOptions, sharedOptions } from './field.ts'
import type { RegisteredUploadScene } from './registered.ts'

const fileSchema = (label: string) =>
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
    () => fileSchema(label),
    () => z.string(),
  )

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
            url: fileSchema(label),
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
