import { isPlainObject } from '../../../resources/kit/index.ts'

/** Rows of a list while it is being edited; entries that are no objects are left out. */
export const objectRows = (value: unknown) => (Array.isArray(value) ? value.filter(isPlainObject) : [])
