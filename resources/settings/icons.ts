import { iconName } from '../domain/icons.ts'
import { customField, optional } from '../kit/index.ts'

import { z } from 'zod'

/** A field for the name of a built-in icon or of one of the firm's own. */
export const icon = (label: string) =>
  optional(
    customField(label, {
      widget: 'icon',
      schema: z.string().regex(iconName, '图标名称以小写字母开头，由字母和数字组成'),
      output: z.string(),
    }),
  )
