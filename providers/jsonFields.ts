import type { Fields } from '../resources/kit/index.ts'

/** Converts fields that are sent as JSON text (specification, section 3). The reader of answers parses them. */
export const writeJson = (fields: Fields, values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      fields[name]?.isJson && value !== null && value !== undefined ? JSON.stringify(value) : value,
    ]),
  )
