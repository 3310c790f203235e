import { useQuery } from '@tanstack/react-query'

import { callByName } from '../../providers/call.ts'
import { hasParam } from '../../providers/hasParam.ts'
import type { AnyEntity } from '../../resources/kit/index.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import { rounded } from '../shell/countText.ts'

type Counts = { [name: string]: number | undefined } & { about?: readonly string[] }

/** How many rows each state has under these filters. */
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
      // Sparse: a count that a back-end does not tell is not none.
      (await callByName(`${resource.name}.${tabs.call}`, input, { signal, isSparse: true })) as Counts,
    placeholderData: previous => previous,
  })
}

/** A count as the tab says it; nothing where the back-end does not tell it. */
export const tabCountText = (counts: Counts | undefined, name: string, translate: Translate) => {
  const count = counts?.[name]
  if (count === undefined || !counts?.about?.includes(name)) return count ?? ''
  return translate('约%{count}', { count: rounded(count) })
}
