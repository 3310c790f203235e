import { z } from 'zod'

import { defineField, type Option, type SharedOptions, sharedOptions } from '../field.ts'
import { asSwitch } from '../reading.ts'
import type { KindDefinition } from './kind.ts'
import { noValue } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    toggle: object
  }
}

/** A switch, sent as the integer 0 or 1. */
export const toggle = (label: string, options: SharedOptions = {}) => {
  const schema = () => z.literal([0, 1], { error: `请选择${label}` })
  return defineField({ kind: 'toggle', label, isRequired: true, ...sharedOptions(options) }, schema, schema)
}

const yesNo = [
  [1, '是'],
  [0, '否'],
] as const satisfies readonly Option[]

/** Yes or no. */
export const toggleKind: KindDefinition<'toggle'> = {
  isWorded: true,
  options: () => yesNo,
  initial: 0,
  read: asSwitch,
  empty: noValue,
  describe: (_, value, { language: { translate } }) => (value ? translate('是') : translate('否')),
  comparison: 'rendered',
  sheetForm: 'option',
  examples: () => [0],
}
