import { useCall } from '../../session/useCall.ts'
import { type AreaOption, cacheForever } from './useAreas.ts'
import { inRankOrder } from '../comboBox/nameRank.ts'
import { useNameRank } from '../comboBox/useNameRank.ts'

type AreaNode = AreaOption & { children?: readonly AreaNode[] }
/** A place with all areas that contain it, the province first. */
export type Place = { path: readonly AreaOption[] }

/** Number of places that a search shows. */
const maxResults = 50

/** Flattens the tree of areas. */
const flattenPlaces = (branches: readonly AreaNode[], above: readonly AreaOption[] = []): Place[] =>
  branches.flatMap(({ children = [], ...area }) => [
    { path: [...above, area] },
    ...flattenPlaces(children, [...above, area]),
  ])

const placesOf = ({ tree }: { tree: readonly AreaNode[] }) => flattenPlaces(tree)

/** All places of the country, loaded when the user starts typing and cached until the page is closed. */
const useCountry = (isWanted: boolean) =>
  useCall('areas.area', isWanted ? {} : null, { ...cacheForever, select: placesOf }).data

// The administrative suffix: users type 西湖 for 西湖区.
const placeTypeSuffix =
  /(特别行政区|(\p{Script=Han}{1,3}族)*自治[区州县旗]|(维吾尔|各族)自治[区县]|地区|林区|新区|[省市区县旗盟州])$/u

/** Alternative names of a place for searching: without its administrative suffix, and in the current language. */
export const otherNamesOf = (name: string, nameOf: (name: string) => string): string[] => [
  name.replace(placeTypeSuffix, ''),
  nameOf(name),
  name,
]

/**
 * Places that match the typed text, best match first and larger areas before smaller ones. Searches the provinces only
 * until the other places are loaded.
 */
export const usePlaces = (
  keyword: string,
  provinces: readonly AreaOption[],
  nameOf: (name: string) => string,
): readonly Place[] => {
  const rank = useNameRank()
  const country = useCountry(keyword !== '') ?? provinces.map(it => ({ path: [it] }))
  if (keyword === '') return []
  const distinctPlaces = country
    .filter(({ path }) => path.at(-1)!.name !== path.at(-2)?.name)
    .toSorted((one, other) => one.path.length - other.path.length)
  return inRankOrder(distinctPlaces, ({ path }) => {
    const { name, pinyin } = path.at(-1)!
    return rank({ name, pinyin: pinyin ?? undefined, otherNames: otherNamesOf(name, nameOf) }, keyword)
  }).slice(0, maxResults)
}
