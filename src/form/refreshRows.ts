import type { QueryClient } from '@tanstack/react-query'

const reads = ['getList', 'getInfiniteList', 'getManyReference', 'getMany', 'getOne', 'choices']

/**
 * After a write every row may be another: other resources name and count this one. What is on the screen is fetched at
 * once, the rest when it is next shown.
 */
export const refreshRows = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey: [, read] }) => reads.includes(String(read)) })
