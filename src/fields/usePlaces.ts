import { useQuery } from '@tanstack/react-query'

import { call } from '../../providers/call.ts'
import type { Area } from './useAreas.ts'
import { usePinyinMatch } from './usePinyinMatch.ts'

type Branch = Area & { children?: readonly Branch[] }
/** A place with all that it lies in, the province first. */
export type Place = { path: readonly Area[] }

/** So many places of one name, or part of it, are shown. */
const most = 50

/** The middle level of a municipality is left out: nobody looks for it. */
const placesIn = (branches: readonly Branch[], above: readonly Area[] = []): Place[] =>
  branches.flatMap(({ children = [], ...area }) => [
    { path: [...above, area] },
    ...placesIn(children, [...above, area]),
  ])

/** The whole country, which is asked for when somebody types, and kept as long as the page lives. */
const useCountry = (isWanted: boolean) =>
  useQuery({
    queryKey: ['areas', 'area'],
    queryFn: async ({ signal }) => placesIn((await call('areas.area', {}, { signal })).tree),
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: Infinity,
  }).data

/** Places that answer to what was typed, the larger first; among the provinces alone until the others are here. */
export const usePlaces = (
  keyword: string,
  provinces: readonly Area[],
  nameOf: (name: string) => string,
): readonly Place[] => {
  const matches = usePinyinMatch()
  const country = useCountry(keyword !== '') ?? provinces.map(it => ({ path: [it] }))
  if (keyword === '') return []
  const isNamed = ({ path }: Place) => {
    const { name, pinyin } = path.at(-1)!
    return matches({ name: `${name} ${nameOf(name)}`, pinyin: pinyin ?? undefined }, keyword)
  }
  return country
    .filter(it => it.path.at(-1)!.name !== it.path.at(-2)?.name && isNamed(it))
    .toSorted((one, other) => one.path.length - other.path.length)
    .slice(0, most)
}
