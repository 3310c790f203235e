import { z } from 'zod'

import { defineField, type SharedOptions, sharedOptions } from '../field.ts'
import { asList } from '../reading.ts'
import type { KindDefinition } from './kind.ts'
import { asArray, joinTexts, noItems } from './plainText.ts'
import { optionLabel, valuesOf } from './select.ts'

/** The values of options by the title of their group. */
export type OptionGroups = Readonly<Record<string, readonly (string | number)[]>>

declare module '../field.ts' {
  interface KindOptions {
    /** `isOrdered` means that the order of the chosen values matters; `groups` are the values by the title of their group. */
    multiSelect: { options: readonly Option[]; max: number; isOrdered?: true; groups?: OptionGroups }
  }
}

/**
 * A choice of several of the declared options. The options have no tone, since only the state of a record has one.
 */
export const multiSelect = <const O extends readonly (readonly [value: string | number, label: string])[]>(
  label: string,
  options: O,
  {
    max = options.length,
    isOrdered,
    groups,
    ...rest
  }: SharedOptions & { max?: number; isOrdered?: true; groups?: OptionGroups } = {},
) => {
  const error = `请选择${label}`
  const schema = () => z.array(z.literal(valuesOf(options), { error }), { error })
  return defineField(
    {
      kind: 'multiSelect',
      label,
      options,
      max,
      ...(isOrdered && { isOrdered }),
      ...(groups && { groups }),
      isRequired: true,
      ...sharedOptions(rest),
    },
    () => schema().min(1, error).max(max, `${label}最多选${max}项`),
    schema,
  )
}

/** Several of the declared options. */
export const multiSelectKind: KindDefinition<'multiSelect'> = {
  isWorded: true,
  options: ({ options }) => options,
  read: asList,
  empty: noItems,
  describe: ({ options }, value, { language }) =>
    joinTexts(
      asArray(value).map(it => optionLabel(options, it, language)),
      language,
    ),
  comparison: 'items',
  sheetForm: null,
  examples: ({ options }) => options.map(([value]) => [value]),
}
