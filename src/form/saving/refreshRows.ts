import type { QueryClient } from '@tanstack/react-query'

const readMethods = [
  'getList',
  'getInfiniteList',
  'getManyReference',
  'getMany',
  'getOne',
  'choices',
  'timeline',
]

/**
 * Invalidates all cached rows after a write, because rows of other resources may name or count the changed record.
 * Visible rows are fetched at once, the others when they are next shown.
 */
export const refreshRows = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey: [, read] }) => readMethods.includes(String(read)) })
