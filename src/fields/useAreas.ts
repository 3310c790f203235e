import { useQuery } from '@tanstack/react-query'

import { useCall } from '../../providers/useCall.ts'
import { defaultLocale } from '../../resources/locales/locales.ts'
import { useShownLocale } from '../shell/language/useLanguage.ts'

export type AreaOption = { code: string; name: string; pinyin?: string | null }
export type AreaPath = { path: readonly AreaOption[] }

/** Areas change once in years: asked once, kept as long as the page lives. */
export const forEver = { staleTime: Infinity, gcTime: Infinity }

export const useProvinces = () => useCall('areas.provinceList', {}, forEver).data ?? []

/** Nothing until they are here. */
export const useCities = (provinceCode: string) =>
  useCall('areas.cityList', provinceCode ? { provinceCode } : null, forEver).data

export const useDistricts = (cityCode: string) =>
  useCall('areas.districtList', cityCode ? { cityCode } : null, forEver).data ?? []

/** The places right inside one, the provinces inside 0, as the mini-program asks for them. */
export const usePlacesInside = (parentId: string) =>
  useCall('areas.city', parentId ? { parentId } : null, forEver).data ?? []

const inputOfPath = (code: string | null) => (code !== null && /^\d{6}$/.test(code) ? { code } : null)
const pathOf = ({ path }: AreaPath) => path

/** Province, city and district of a code (or as many as it has): what is saved is the code alone. */
export const useAreaPath = (code: string | null) =>
  useCall('areas.areaById', inputOfPath(code), { ...forEver, select: pathOf })

/** The middle level of a municipality, which only repeats it: 上海市 / 市辖区. */
export const isRepeated = (province: AreaOption, city: AreaOption) =>
  city.name === province.name || city.name === '市辖区'

type NameOf = (name: string) => string

/** What an area is called in the chosen language; in Chinese where that has no names of places, or they are not to be had. */
export const usePlaceNames = (): { nameOf: NameOf; isLoading: boolean } => {
  const locale = useShownLocale()
  const isNamed = locale !== defaultLocale
  const { data, isLoading } = useQuery({
    queryKey: ['areas', 'names', locale],
    queryFn: async () => (await import('../../providers/catalogues.ts')).loadPlaces(locale),
    enabled: isNamed,
    ...forEver,
  })
  return { nameOf: name => (isNamed && data?.[name]) || name, isLoading: isNamed && isLoading }
}

/** 上海市/浦东新区; a municipality is said once. */
export const pathText = (path: readonly AreaOption[], nameOf: NameOf) =>
  path
    .filter((it, index) => index !== 1 || !isRepeated(path[0]!, it))
    .map(it => nameOf(it.name))
    .join('/')
