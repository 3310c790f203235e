import type { AnyResource } from '../resources/kit/index.ts'

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Fields that travel as the text of their JSON (specification, section 3): read as what they say, or as empty. */
export const jsonFieldsOf = ({ fields }: AnyResource) => {
  const names = Object.keys(fields).filter(it => fields[it]!.isJson)
  const mapped = (row: object, change: (value: unknown) => unknown) =>
    names.reduce<object>(
      (rest, name) => (name in rest ? { ...rest, [name]: change(Reflect.get(rest, name)) } : rest),
      row,
    )
  return {
    read: (row: object) =>
      mapped(row, value => (typeof value === 'string' ? (readJson(value) ?? []) : value)),
    write: (row: object) =>
      mapped(row, value => (value === null || value === undefined ? value : JSON.stringify(value))),
  }
}
