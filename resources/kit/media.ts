import { z } from 'zod'

import { fileAddress } from './addresses.ts'
import { clean } from './clean.ts'
import { fieldOf, type Frame, type Shared, shared } from './field.ts'
import type { RegisteredUploadScene } from './registered.ts'

const fileSchema = (label: string) =>
  z
    .string({ error: `请上传${label}` })
    .max(500, { error: `${label}的地址过长，请重新上传`, abort: true })
    .regex(fileAddress, `请上传${label}`)

/** One uploaded picture, stored by its address. */
export const image = (
  label: string,
  { scene, frame = {}, ...rest }: Shared & { scene: RegisteredUploadScene; frame?: Frame },
) =>
  fieldOf(
    {
      kind: 'image',
      label,
      scene,
      frame,
      isRequired: true,
      ...shared(rest),
    },
    () => fileSchema(label),
    () => z.string(),
  )

/** A list of uploaded pictures, at most `max`, stored by their addresses. */
export const images = (
  label: string,
  { scene, frame = {}, max, ...rest }: Shared & { scene: RegisteredUploadScene; frame?: Frame; max: number },
) =>
  fieldOf(
    {
      kind: 'images',
      label,
      scene,
      frame,
      max,
      isRequired: true,
      ...shared(rest),
    },
    () =>
      z
        .array(
          z.strictObject({
            url: fileSchema(label),
            alt: z.string().max(60, { error: '图片说明最多60个字', abort: true }).overwrite(clean).nullish(),
          }),
          { error: `请上传${label}` },
        )
        .min(1, `请上传${label}`)
        .max(max, `${label}最多${max}张`),
    () => z.array(z.object({ url: z.string(), alt: z.string().nullish() })),
  )
