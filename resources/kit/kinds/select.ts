import { z } from 'zod'

import { defineField, type Option, type SharedOptions, sharedOptions } from '../field.ts'
import type { Language } from '../translate.ts'
import type { KindDefinition } from './kind.ts'
import { noValue } from './plainText.ts'

/**
 * The state in which a record waits for a decision, and the fields that may hold the moment since when. The first
 * field with a value counts.
 */
type WaitingState = { state: string | number; since: readonly string[] }

declare module '../field.ts' {
  interface KindOptions {
    /** `waitingState` marks the state in which somebody has to decide; the list then shows for how long. */
    select: { options: readonly Option[]; waitingState?: WaitingState }
  }
}

type ValueOf<O extends readonly Option[]> = O[number][0]
/** The values of options, as zod takes them. */
export const valuesOf = <const O extends readonly Option[]>(options: O) =>
  options.map(([value]) => value) as [ValueOf<O>, ...ValueOf<O>[]]

/** A required choice of one of the declared options. */
export const select = <const O extends readonly Option[]>(
  label: string,
  options: O,
  { waitingState, ...rest }: SharedOptions & { waitingState?: WaitingState } = {},
) => {
  const schema = () => z.literal(valuesOf(options), { error: `请选择${label}` })
  return defineField(
    {
      kind: 'select',
      label,
      options,
      ...(waitingState && { waitingState }),
      isRequired: true,
      ...sharedOptions(rest),
    },
    schema,
    schema,
  )
}

/** The label of the option with this value in a language; the value itself if there is none. */
export const optionLabel = (options: readonly Option[], value: unknown, { translate }: Language) => {
  const label = options.find(([it]) => it === value)?.[1]
  return label === undefined ? String(value) : translate(label)
}

/** One of the declared options. */
export const selectKind: KindDefinition<'select'> = {
  isWorded: true,
  isChoice: true,
  options: ({ options }) => options,
  read: value => value,
  empty: noValue,
  describe: ({ options }, value, { language }) => optionLabel(options, value, language),
  comparison: 'rendered',
  sheetForm: 'option',
  examples: ({ options }) => options.map(([value]) => value).toReversed(),
}
