import type { AnyResource } from '../../../resources/kit/index.ts'

export const defaultPageSize = 20

/** Under which react-admin remembers the filters, sort and page of a list: one for each address. */
export const storeKeyOf = ({ views, name }: AnyResource) => views.list?.path ?? name
