import { z } from 'zod'

import { id, type Option } from '../kit/index.ts'

/** Styles of a poster; the firm may offer fewer (分享封面). */
export const posterStyles = [
  [1, '经典'],
  [2, '商务'],
  [3, '极简'],
] as const satisfies readonly Option[]

/** Input of the call that makes a file of one card. */
export const cardOutputInput = z.strictObject({
  id,
  type: z.enum(['qr', 'wxacode', 'vcf', 'poster', 'sheet', 'signature', 'word'], {
    error: '请选择要生成的内容',
  }),
  /**
   * Format of the code: a PNG picture, or an SVG that can be enlarged without loss. Format of a mail signature: HTML, or text
   * where `txt` is asked for.
   */
  format: z.enum(['png', 'svg', 'html', 'txt']).default('png'),
  style: z.literal([1, 2, 3], { error: '请选择海报样式' }).default(1),
  /** Width and height of the code's PNG picture in pixels. */
  size: z
    .int({ error: '请输入尺寸' })
    .min(280, '尺寸不能小于280像素')
    .max(1280, '尺寸不能大于1280像素')
    .default(640),
})
