import type { z } from 'zod'

import {
  defineField,
  documentSchema,
  type Fields,
  inputSchema,
  type SharedOptions,
  sharedOptions,
} from '../field.ts'
import type { RegisteredWidget } from '../registered.ts'
import type { KindDefinition } from './kind.ts'
import { asArray, asPlainText, joinTexts } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    /** `fields` are the fields of which the value of the widget `group` consists. */
    custom: { widget: RegisteredWidget; fields?: Fields }
  }
}

/** One small record, edited within the form. */
export const group = <const F extends Fields>(label: string, fields: F, rest: SharedOptions = {}) =>
  defineField(
    {
      kind: 'custom',
      label,
      widget: 'group',
      fields,
      isRequired: true,
      ...sharedOptions(rest),
    },
    () => inputSchema(fields),
    () => documentSchema(fields),
  )

/** A value with its own input and cell, which `widget` names. */
export const customField = <I extends z.ZodType, O extends z.ZodType>(
  label: string,
  {
    widget,
    schema,
    output,
    fields,
    ...rest
  }: SharedOptions & { widget: RegisteredWidget; schema: I; output: O; fields?: Fields },
) =>
  defineField(
    { kind: 'custom', label, widget, ...(fields && { fields }), isRequired: true, ...sharedOptions(rest) },
    () => schema,
    () => output,
  )

/** A value that a widget of the product draws. */
export const customKind: KindDefinition<'custom'> = {
  isWorded: 'asItsParts',
  isChosenByParts: true,
  read: value => value,
  describe: ({ fields }, value, { language, group: describeGroup }) => {
    if (fields) return describeGroup(fields, value as Record<string, unknown>)
    const items = asArray(value)
    return items.length > 0 && items.every(it => typeof it === 'string')
      ? joinTexts(items, language)
      : asPlainText(value)
  },
  comparison: 'rendered',
  sheetForm: null,
  // Such as a licence number; the call for one record checks the value.
  isGivenByRow: true,
  // Only the widget knows its values.
  examples: () => [],
}
