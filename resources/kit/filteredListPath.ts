import type { AnyEntity } from './resource.ts'

/** The filters of an entity's list by their names, and `keyword`, which is the search box. */
type ListFilter<E> = E extends { calls: infer C; crud: { list: infer L } }
  ? L extends keyof C
    ? C[L] extends { filters: infer FS }
      ? Readonly<Partial<Record<(keyof FS & string) | 'keyword', unknown>>>
      : never
    : never
  : Readonly<Record<string, unknown>>

/**
 * Address of an entity's list with these filters set, below the path of the application. Only for entities that declare a list.
 */
export const filteredListPath = <E extends Pick<AnyEntity, 'views'>>(
  { views }: E,
  filter: ListFilter<NoInfer<E>>,
) => `${views.list!.path}?filter=${encodeURIComponent(JSON.stringify(filter))}`
