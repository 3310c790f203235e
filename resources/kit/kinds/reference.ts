import { z } from 'zod'

import { defineField, type SharedOptions, sharedOptions } from '../field.ts'
import { asNumber } from '../reading.ts'
import type { RegisteredReferable } from '../registered.ts'
import type { KindDefinition } from './kind.ts'
import { noValue } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    reference: { to: RegisteredReferable }
  }
}

/** The id of a record, with the message for anything else. */
export const idSchema = (error: string) =>
  z.int({ error }).positive({ error }).max(Number.MAX_SAFE_INTEGER, { error })

/** The id of one record of the resource named `to`. */
export const reference = (label: string, to: RegisteredReferable, options: SharedOptions = {}) =>
  defineField(
    {
      kind: 'reference',
      label,
      to,
      isRequired: true,
      ...sharedOptions(options),
    },
    () => idSchema(`请选择${label}`),
    () => z.int(),
  )

/** One record. */
export const referenceKind: KindDefinition<'reference'> = {
  refersTo: 'one',
  isChoice: true,
  read: asNumber,
  empty: noValue,
  describe: (_, value, { nameOf }) => nameOf(value),
  comparison: 'rendered',
  sheetForm: 'reference',
  examples: (_field, _mark, referred) => [referred],
}
