import type { AnyResource } from '../../resources/kit/index.ts'

export const defaultPageSize = 20

/** Key under which a list stores the user's settings; the same for all lists at one address. */
export const storeKeyOf = ({ views, name }: AnyResource) => views.list?.path ?? name
