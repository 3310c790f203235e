import { hasParam } from '../../providers/hasParam.ts'
import type { AnyResource, Fields } from '../../resources/kit/index.ts'
import { writtenNames } from '../fields/kinds.tsx'

export type FormSection = { title: string; names: readonly string[] }

/** Sections of a form, reduced to the fields that its create or update call accepts. */
export const sectionsOf = (
  { form, crud, calls }: Pick<AnyResource, 'form' | 'crud' | 'calls'>,
  verb: 'create' | 'update',
): FormSection[] => {
  const call = calls[crud[verb] ?? '']
  return Object.entries(form)
    .map(([title, names]) => ({ title, names: names.filter(it => call && hasParam(call, it)) }))
    .filter(({ names }) => names.length > 0)
}

/** All fields that the sections write, including the province and city that an area input writes. */
export const editableFields = (sections: readonly FormSection[], fields: Fields): Fields => {
  const names = sections.flatMap(it => it.names).flatMap(it => writtenNames(fields[it]!, it))
  return Object.fromEntries(names.flatMap(it => (fields[it] ? [[it, fields[it]]] : [])))
}

/** Number of changed inputs; an input that writes several values counts once. */
export const countChangedInputs = (
  sections: readonly FormSection[],
  fields: Fields,
  changed: readonly string[],
) =>
  sections
    .flatMap(it => it.names)
    .filter(name => writtenNames(fields[name]!, name).some(part => changed.includes(part))).length
