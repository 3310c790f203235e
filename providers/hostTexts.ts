import { resourceNamed } from '../resources/index.ts'
import { type AnyResource, type Fields, isEntity } from '../resources/kit/index.ts'
import { type MessageTree, zh } from '../resources/locales/zh.ts'
import { hasParam } from './hasParam.ts'

// This module is loaded with the first page of react-admin's own components.

const flatten = (tree: MessageTree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )

const sentences: ReadonlyMap<string, string> = new Map(flatten(zh))

const own = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** The label of a field, or of a part of one: `websites.address`. */
const labelAt = (fields: Fields, [name = '', ...within]: readonly string[]): string | undefined => {
  const field = own(fields, name)
  if (within.length === 0) return field?.label
  return field && 'fields' in field && field.fields ? labelAt(field.fields, within) : undefined
}

/** What a list is filtered by need not be a field of its records. */
const filterLabel = ({ calls, crud }: AnyResource, name: string) => {
  const listCall = calls[crud.list ?? '']
  if (!listCall) return undefined
  const label = own(listCall.filters ?? {}, name)?.field.label
  return label ?? (name === 'keyword' && hasParam(listCall, name) ? '关键词' : undefined)
}

const fieldLabel = (resource: AnyResource, source: string) => {
  const label = labelAt(resource.fields, source.split('.')) ?? filterLabel(resource, source)
  // react-admin has every record's id under this name.
  return (
    label ?? (source === 'id' && isEntity(resource) ? own(resource.fields, resource.id)?.label : undefined)
  )
}

const resourceText = (resource: AnyResource, key: string) => {
  if (key.startsWith('fields.')) return fieldLabel(resource, key.slice('fields.'.length))
  // Of two names, the second is the one that is written as it stands within sentences.
  if (key === 'name' || key === 'forcedCaseName') return resource.label
  if (!isEntity(resource)) return undefined
  if (key === 'empty') return resource.empty?.title
  return key === 'invite' ? resource.empty?.text : undefined
}

/** The Chinese text of a key of react-admin: one of its own messages, or a word of a declared resource. */
export const hostText = (key: string): string | undefined => {
  const [, name = '', rest = ''] = /^resources\.([^.]+)\.(.+)$/.exec(key) ?? []
  const resource = name ? resourceNamed(name) : undefined
  return resource ? resourceText(resource, rest) : sentences.get(key)
}
