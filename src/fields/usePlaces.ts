import { useCall } from '../../providers/useCall.ts'
import { type AreaOption, forEver } from './useAreas.ts'
import { inRankOrder } from './nameRank.ts'
import { useNameRank } from './useNameRank.ts'

type Branch = AreaOption & { children?: readonly Branch[] }
/** A place with all that it lies in, the province first. */
export type Place = { path: readonly AreaOption[] }

/** So many places of one name, or part of it, are shown. */
const most = 50

/** The middle level of a municipality is left out: nobody looks for it. */
const placesIn = (branches: readonly Branch[], above: readonly AreaOption[] = []): Place[] =>
  branches.flatMap(({ children = [], ...area }) => [
    { path: [...above, area] },
    ...placesIn(children, [...above, area]),
  ])

const placesOf = ({ tree }: { tree: readonly Branch[] }) => placesIn(tree)

/** The whole country, which is asked for when somebody types, and kept as long as the page lives. */
const useCountry = (isWanted: boolean) =>
  useCall('areas.area', isWanted ? {} : null, { ...forEver, select: placesOf }).data

// 西湖区 is what somebody means who types 西湖.
const kindOfPlace =
  /(特别行政区|(\p{Script=Han}{1,3}族)*自治[区州县旗]|(维吾尔|各族)自治[区县]|地区|林区|新区|[省市区县旗盟州])$/u

/** What a place may be found by besides its name: that without what it is, and those of the chosen language. */
export const otherNamesOf = (name: string, nameOf: (name: string) => string): string[] => [
  name.replace(kindOfPlace, ''),
  nameOf(name),
  name,
]

/**
 * Places that answer to what was typed, the best answer first and of equals the larger; among the provinces alone until
 * the others are here.
 */
export const usePlaces = (
  keyword: string,
  provinces: readonly AreaOption[],
  nameOf: (name: string) => string,
): readonly Place[] => {
  const rank = useNameRank()
  const country = useCountry(keyword !== '') ?? provinces.map(it => ({ path: [it] }))
  if (keyword === '') return []
  const larger = country
    .filter(({ path }) => path.at(-1)!.name !== path.at(-2)?.name)
    .toSorted((one, other) => one.path.length - other.path.length)
  return inRankOrder(larger, ({ path }) => {
    const { name, pinyin } = path.at(-1)!
    return rank({ name, pinyin: pinyin ?? undefined, otherNames: otherNamesOf(name, nameOf) }, keyword)
  }).slice(0, most)
}
