import type { AnyResource } from '../../resources/kit/index.ts'

export const defaultPageSize = 20

/** Under which a list keeps what its user sets: one for each address. */
export const storeKeyOf = ({ views, name }: AnyResource) => views.list?.path ?? name
