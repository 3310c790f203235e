import { hasParam } from '../../providers/hasParam.ts'
import type { AnyResource, Fields } from '../../resources/kit/index.ts'
import { namesOf } from '../fields/kinds.tsx'

export type FormSection = { title: string; names: readonly string[] }

/** The sections of a form, with the fields that its call takes. */
export const sectionsOf = (
  { form, crud, calls }: Pick<AnyResource, 'form' | 'crud' | 'calls'>,
  verb: 'create' | 'update',
): FormSection[] => {
  const call = calls[crud[verb] ?? '']
  return Object.entries(form)
    .map(([title, names]) => ({ title, names: names.filter(it => call && hasParam(call, it)) }))
    .filter(({ names }) => names.length > 0)
}

/** All fields that the sections write; the province and city of an area stand in no section. */
export const editableFields = (sections: readonly FormSection[], fields: Fields): Fields => {
  const names = sections.flatMap(it => it.names).flatMap(it => namesOf(fields[it]!, it))
  return Object.fromEntries(names.flatMap(it => (fields[it] ? [[it, fields[it]]] : [])))
}

/** How many of the inputs were changed: one may write several values. */
export const countOf = (sections: readonly FormSection[], fields: Fields, changed: readonly string[]) =>
  sections
    .flatMap(it => it.names)
    .filter(name => namesOf(fields[name]!, name).some(part => changed.includes(part))).length
