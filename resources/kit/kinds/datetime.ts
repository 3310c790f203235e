import { z } from 'zod'

import { defineField, type SharedOptions, sharedOptions } from '../field.ts'
import { firmOffset } from '../firmTime.ts'
import { asNumber, type ValueReader } from '../reading.ts'
import type { KindDefinition } from './kind.ts'
import { asPlainText, noText } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    datetime: object
  }
}

/** A moment, as ISO 8601 with an offset. */
export const datetime = (label: string, options: SharedOptions = {}) =>
  defineField(
    { kind: 'datetime', label, isRequired: true, ...sharedOptions(options) },
    () => z.iso.datetime({ offset: true, error: `请输入正确的${label}` }),
    () => z.string(),
  )

/** Reads a moment. A text without an offset is in the firm's time zone; a number is milliseconds since 1970. */
export const asMoment: ValueReader = value => {
  const number = asNumber(value)
  if (typeof number === 'number')
    return number > 1e11 && number < 1e14 ? new Date(number).toISOString() : undefined
  if (typeof value !== 'string') return undefined
  const [, day, time = '00:00:00', zone = firmOffset] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|[+-]\d\d:?\d\d)?$/.exec(value) ?? []
  const moment = `${day}T${time}${zone}`
  return Number.isNaN(Date.parse(moment)) ? undefined : moment
}

/** A moment. */
export const datetimeKind: KindDefinition<'datetime'> = {
  isMoment: true,
  hasOffset: true,
  read: asMoment,
  empty: noText,
  // The firm's time zone is used, so that a log reads the same for everybody.
  describe: (_, value, { language }) => {
    const text = value instanceof Date ? value.toISOString() : asPlainText(value)
    return Number.isNaN(Date.parse(text)) ? text : language.formats.firmMoment(new Date(text))
  },
  comparison: 'rendered',
  sheetForm: null,
  examples: () => [`2026-01-05T09:30:00${firmOffset}`],
}
