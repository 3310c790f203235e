import { iconName } from '../domain/icons.ts'
import { custom, optional } from '../kit/index.ts'

import { z } from 'zod'

/** The name of a common icon or of one of the firm's own. */
export const icon = (label: string) =>
  optional(
    custom(label, {
      widget: 'icon',
      schema: z.string().regex(iconName, '图标名称以小写字母开头，由字母和数字组成'),
      output: z.string(),
    }),
  )
