import { custom, type Shared } from '../kit/index.ts'

import { z } from 'zod'

/** Six digits after the sign, as designers write it: #1F3A5F. */
export const colour = (label: string, options: Shared = {}) =>
  custom(label, {
    widget: 'colour',
    schema: z.string({ error: `请选择${label}` }).regex(/^#[0-9A-Fa-f]{6}$/, '请输入正确的颜色，如 #1F3A5F'),
    output: z.string(),
    ...options,
  })
