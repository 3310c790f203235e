import { z } from 'zod'

import { defineField, type SharedOptions, sharedOptions } from '../field.ts'
import { asList } from '../reading.ts'
import type { RegisteredReferable } from '../registered.ts'
import type { KindDefinition } from './kind.ts'
import { asArray, joinTexts, noItems } from './plainText.ts'
import { idSchema } from './reference.ts'

declare module '../field.ts' {
  interface KindOptions {
    references: { to: RegisteredReferable; max: number }
  }
}

/** The ids of up to `max` records of the resource named `to`. */
export const references = (
  label: string,
  to: RegisteredReferable,
  { max, ...rest }: SharedOptions & { max: number },
) =>
  defineField(
    {
      kind: 'references',
      label,
      to,
      max,
      isRequired: true,
      ...sharedOptions(rest),
    },
    () =>
      z
        .array(idSchema(`请选择${label}`), { error: `请选择${label}` })
        .min(1, `请选择${label}`)
        .max(max, `${label}最多选${max}项`),
    () => z.array(z.int()),
  )

/** Several records. */
export const referencesKind: KindDefinition<'references'> = {
  refersTo: 'many',
  read: asList,
  empty: noItems,
  describe: (_, value, { language, nameOf }) => joinTexts(asArray(value).map(nameOf), language),
  comparison: 'rendered',
  sheetForm: null,
  examples: (_field, _mark, referred) => [[referred]],
}
