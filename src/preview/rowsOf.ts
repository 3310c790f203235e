import { isPlainObject } from '../../resources/kit/index.ts'

/** The rows of a list while it is being written: any part of it may be missing. */
export const rowsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isPlainObject) : [])
