import { z } from 'zod'

import { defineField, type SharedOptions, sharedOptions } from '../field.ts'
import { asText } from '../reading.ts'
import type { KindDefinition } from './kind.ts'
import { asPlainText, noText } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    /** The field holds the district. `parts` name the fields of its province and city, which are written with it. */
    area: { parts: readonly [province: string, city: string] }
  }
}

const areaCode = (label: string) => z.string({ error: `请选择${label}` }).regex(/^\d{6}$/, `请选择${label}`)

/**
 * A district, chosen through its province and city. Its value is a code of 6 digits (GB/T 2260); `parts` name the
 * fields of the province and the city.
 */
export const area = <const P extends readonly [province: string, city: string]>(
  label: string,
  parts: P,
  options: SharedOptions = {},
) =>
  defineField(
    {
      kind: 'area',
      label,
      parts,
      isRequired: true,
      ...sharedOptions(options),
    },
    () => areaCode(label),
    () => z.string(),
  )

/** A district of China. */
export const areaKind: KindDefinition<'area'> = {
  read: asText,
  empty: noText,
  describe: (_, value) => asPlainText(value),
  comparison: 'rendered',
  sheetForm: null,
  examples: () => ['310115'],
}
