import {
  type AnyRecord,
  entriesOf,
  isPlainObject,
  type OutputOf,
  kindOf,
} from '../../../resources/kit/index.ts'
import { system } from '../../../resources/settings/system.ts'
import { systemForm, systemPaths } from '../../../resources/settings/systemSections.ts'
import type { FormValues } from '../../form/undoable/intent.ts'

export type SystemConfiguration = OutputOf<(typeof system.calls)['config']>

const { fields } = systemForm

const valueAt = (document: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (isPlainObject(part) ? part[name] : undefined), document)

/** The server's answer as the record of a form; it does not contain secrets. */
export const systemRecord = (config: Readonly<Record<string, unknown>>): AnyRecord => ({
  id: 1,
  ...Object.fromEntries(entriesOf(systemPaths).map(([name, path]) => [name, valueAt(config, path) ?? null])),
  smsProvider: valueAt(config, systemPaths.smsProvider) || 'none',
  version: config['version'],
})

/** The field of the form for a path of the call's input. */
export const fieldAtPath = (path: string) =>
  entriesOf(systemPaths).find(([, known]) => known === path)?.[0] ?? path

/** Value to send; undefined to keep the stored one, such as a secret that was not typed. */
const sentValue = (name: keyof typeof systemPaths, value: unknown) => {
  const field = fields[name]!
  if (name === 'smsProvider') return value === 'none' ? '' : value
  if (field.isSensitive) return value || undefined
  const sent = value ?? kindOf(field).empty?.() ?? null
  // A list without items is no list.
  return Array.isArray(sent) && sent.length === 0 ? null : sent
}

const setAtPath = (document: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown) => {
  if (name === undefined) return
  const part = document[name]
  const inner: Record<string, unknown> = isPlainObject(part) ? { ...part } : {}
  if (rest.length > 0) setAtPath(inner, rest, value)
  document[name] = rest.length > 0 ? inner : value
}

/** Input of the call from the values of the form, limited to the names that the back-end knows. */
export const systemInput = (values: FormValues, version: number, isSent: (name: string) => boolean) => {
  const document: Record<string, unknown> = { version }
  for (const [name, path] of entriesOf(systemPaths)) {
    const value = sentValue(name, values[name])
    if (value !== undefined && isSent(name)) setAtPath(document, path.split('.'), value)
  }
  return system.calls.updateConfig.input.parse(document)
}
