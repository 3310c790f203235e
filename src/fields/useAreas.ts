import { useQuery } from '@tanstack/react-query'

import { call } from '../../providers/call.ts'
import { isChinese } from '../../resources/locales/locales.ts'
import { useShownLocale } from '../shell/language/useLanguage.ts'

export type AreaOption = { code: string; name: string; pinyin?: string | null }

/** Areas change once in years: asked once, kept as long as the page lives. */
const kept = { staleTime: Infinity, gcTime: Infinity }

export const useProvinces = () =>
  useQuery({
    queryKey: ['areas', 'provinceList'],
    queryFn: ({ signal }) => call('areas.provinceList', {}, { signal }),
    ...kept,
  }).data ?? []

/** Nothing until they are here. */
export const useCities = (provinceCode: string) =>
  useQuery({
    queryKey: ['areas', 'cityList', provinceCode],
    queryFn: ({ signal }) => call('areas.cityList', { provinceCode }, { signal }),
    enabled: provinceCode !== '',
    ...kept,
  }).data

export const useDistricts = (cityCode: string) =>
  useQuery({
    queryKey: ['areas', 'districtList', cityCode],
    queryFn: ({ signal }) => call('areas.districtList', { cityCode }, { signal }),
    enabled: cityCode !== '',
    ...kept,
  }).data ?? []

/** The places right inside one, the provinces inside 0, as the mini-program asks for them. */
export const usePlacesInside = (parentId: string) =>
  useQuery({
    queryKey: ['areas', 'city', parentId],
    queryFn: ({ signal }) => call('areas.city', { parentId }, { signal }),
    enabled: parentId !== '',
    ...kept,
  }).data ?? []

export const areaPathKey = (code: string | null) => ['areas', 'areaById', code]

/** Province, city and district of a code (or as many as it has): what is saved is the code alone. */
export const useAreaPath = (code: string | null) =>
  useQuery({
    queryKey: areaPathKey(code),
    queryFn: async ({ signal }): Promise<readonly AreaOption[]> =>
      (await call('areas.areaById', { code: code! }, { signal })).path,
    enabled: code !== null && /^\d{6}$/.test(code),
    ...kept,
  })

/** The middle level of a municipality, which only repeats it: 上海市 / 市辖区. */
export const isRepeated = (province: AreaOption, city: AreaOption) =>
  city.name === province.name || city.name === '市辖区'

type NameOf = (name: string) => string

/** What an area is called in the chosen language; in Chinese where that has no names of places, or they are not to be had. */
export const usePlaceNames = (): { nameOf: NameOf; isLoading: boolean } => {
  const isNamed = !isChinese(useShownLocale())
  const { data, isLoading } = useQuery({
    queryKey: ['areas', 'names'],
    queryFn: async () => (await import('../../providers/catalogues.ts')).loadPlaces(),
    enabled: isNamed,
    ...kept,
  })
  return { nameOf: name => (isNamed && data?.[name]) || name, isLoading: isNamed && isLoading }
}

/** 上海市/浦东新区; a municipality is said once. */
export const pathText = (path: readonly AreaOption[], nameOf: NameOf) =>
  path
    .filter((it, index) => index !== 1 || !isRepeated(path[0]!, it))
    .map(it => nameOf(it.name))
    .join('/')
