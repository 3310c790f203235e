import { customField, type SharedOptions } from '../kit/index.ts'

import { z } from 'zod'

/** A colour as six hexadecimal digits: #1F3A5F. */
export const colour = (label: string, options: SharedOptions = {}) =>
  customField(label, {
    widget: 'colour',
    schema: z.string({ error: `请选择${label}` }).regex(/^#[0-9A-Fa-f]{6}$/, '请输入正确的颜色，如 #1F3A5F'),
    output: z.string(),
    ...options,
  })
