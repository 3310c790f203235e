import { useQuery } from '@tanstack/react-query'

import { callByName } from '../../providers/call.ts'
import { hasParam } from '../../providers/hasParam.ts'
import type { AnyEntity } from '../../resources/kit/index.ts'

type Counts = { [name: string]: number | undefined } & { over?: readonly string[] }

/** Number of rows per state under the current filters. */
export const useTabCounts = (
  resource: AnyEntity,
  tabs: NonNullable<AnyEntity['tabs']>,
  filter: Readonly<Record<string, unknown>>,
) => {
  const call = resource.calls[tabs.call]!
  const input = {
    ...Object.fromEntries(Object.entries(filter).filter(([name]) => hasParam(call, name))),
    ...resource.fixed,
  }
  return useQuery({
    queryKey: [resource.name, 'getList', 'tabs', input],
    queryFn: async ({ signal }) =>
      // `isSparse`: counts that the back-end does not send stay undefined instead of becoming zero.
      (await callByName(`${resource.name}.${tabs.call}`, input, { signal, isSparse: true })) as Counts,
    placeholderData: previous => previous,
  })
}

/** The sum of these counts; empty if the back-end does not send one of them. */
export const tabCountText = (counts: Counts | undefined, names: readonly string[]): string => {
  const parts = names.map(name => counts?.[name])
  if (parts.includes(undefined)) return ''
  const count = parts.reduce<number>((sum, part) => sum + part!, 0)
  return names.some(name => counts?.over?.includes(name)) ? `${count}+` : String(count)
}
