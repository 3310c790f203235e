import { z } from 'zod'

import { defineField, type SharedOptions, sharedOptions } from '../field.ts'
import { asText } from '../reading.ts'
import type { KindDefinition } from './kind.ts'
import { noText } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    password: object
  }
}

/** A new password of 10 to 128 characters, neither trimmed nor normalised. The server checks further rules. */
export const password = (label: string, options: SharedOptions = {}) =>
  defineField(
    {
      kind: 'password',
      label,
      isRequired: true,
      ...sharedOptions({ ...options, isSensitive: true }),
    },
    () =>
      z
        .string({ error: `请输入${label}` })
        .min(1, { error: `请输入${label}`, abort: true })
        .min(10, `${label}至少10位`)
        .max(128, `${label}最多128位`),
    () => z.never(),
  )

/** A new password. */
export const passwordKind: KindDefinition<'password'> = {
  isSecret: true,
  read: asText,
  empty: noText,
  describe: () => '******',
  comparison: 'text',
  sheetForm: null,
  examples: (_, mark) => [`Liangshan-${mark}-Pass`],
}
