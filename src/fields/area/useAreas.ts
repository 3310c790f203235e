import { useQuery } from '@tanstack/react-query'

import { defaultLocale } from '../../../resources/locales/locales.ts'
import { useCall } from '../../session/useCall.ts'
import { useShownLocale } from '../../language/useLanguage.ts'

export type AreaOption = { code: string; name: string; pinyin?: string | null }
export type AreaPath = { path: readonly AreaOption[] }

/** Cache options: areas change once in years, so that one request per page load is enough. */
export const cacheForever = { staleTime: Infinity, gcTime: Infinity }

export const useProvinces = () => useCall('areas.provinceList', {}, cacheForever)

export const useCities = (provinceCode: string) =>
  useCall('areas.cityList', provinceCode ? { provinceCode } : null, cacheForever)

export const useDistricts = (cityCode: string) =>
  useCall('areas.districtList', cityCode ? { cityCode } : null, cacheForever)

/** Places directly below another, or the provinces for parent 0; the call that the mini-program uses. */
export const usePlacesInside = (parentId: string) =>
  useCall('areas.city', parentId ? { parentId } : null, cacheForever).data ?? []

const inputOfPath = (code: string | null) => (code !== null && /^\d{6}$/.test(code) ? { code } : null)
const pathOf = ({ path }: AreaPath) => path

/** Province, city and district of a code, as far as it has them; a record stores only the code. */
export const useAreaPath = (code: string | null) =>
  useCall('areas.areaById', inputOfPath(code), { ...cacheForever, select: pathOf })

/** Whether the city level only repeats the municipality: 上海市 / 市辖区. */
export const isSameAsProvince = (province: AreaOption, city: AreaOption) =>
  city.name === province.name || city.name === '市辖区'

type NameOf = (name: string) => string

/** Names of areas in the current language; the Chinese name if the language has none or they cannot be loaded. */
export const usePlaceNames = (): { nameOf: NameOf; isLoading: boolean } => {
  const locale = useShownLocale()
  const isNamed = locale !== defaultLocale
  const { data, isLoading } = useQuery({
    queryKey: ['areas', 'names', locale],
    queryFn: async () => (await import('../../../providers/catalogues.ts')).loadPlaces(locale),
    enabled: isNamed,
    ...cacheForever,
  })
  return { nameOf: name => (isNamed && data?.[name]) || name, isLoading: isNamed && isLoading }
}

/** Path as text, for example 上海市/浦东新区; the repeated city level of a municipality is left out. */
export const pathText = (path: readonly AreaOption[], nameOf: NameOf) =>
  path
    .filter((it, index) => index !== 1 || !isSameAsProvince(path[0]!, it))
    .map(it => nameOf(it.name))
    .join('/')
