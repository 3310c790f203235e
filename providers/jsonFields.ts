import type { Fields } from '../resources/kit/index.ts'

/** Fields that travel as the text of their JSON (specification, section 3), written so; the reader reads them. */
export const writeJson = (fields: Fields, values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      fields[name]?.isJson && value !== null && value !== undefined ? JSON.stringify(value) : value,
    ]),
  )
