import { useQuery } from '@tanstack/react-query'

import { call } from '../../providers/call.ts'

export type Area = { code: string; name: string; pinyin?: string | null }

/** Areas change once in years: asked once, kept as long as the page lives. */
const kept = { staleTime: Infinity, gcTime: Infinity }

export const useProvinces = () =>
  useQuery({
    queryKey: ['areas', 'provinceList'],
    queryFn: ({ signal }) => call('areas.provinceList', {}, { signal }),
    ...kept,
  }).data ?? []

export const useCities = (provinceCode: string) =>
  useQuery({
    queryKey: ['areas', 'cityList', provinceCode],
    queryFn: ({ signal }) => call('areas.cityList', { provinceCode }, { signal }),
    enabled: provinceCode !== '',
    ...kept,
  }).data ?? []

export const useDistricts = (cityCode: string) =>
  useQuery({
    queryKey: ['areas', 'districtList', cityCode],
    queryFn: ({ signal }) => call('areas.districtList', { cityCode }, { signal }),
    enabled: cityCode !== '',
    ...kept,
  }).data ?? []

export const areaPathKey = (code: string | null) => ['areas', 'areaById', code]

/** Province, city and district of a code (or as many as it has): what is saved is the code alone. */
export const useAreaPath = (code: string | null) =>
  useQuery({
    queryKey: areaPathKey(code),
    queryFn: async ({ signal }): Promise<readonly Area[]> =>
      (await call('areas.areaById', { code: code! }, { signal })).path,
    enabled: code !== null && /^\d{6}$/.test(code),
    ...kept,
  })

/** The middle level of a municipality, which only repeats it: 上海市 / 市辖区. */
export const isRepeated = (province: Area, city: Area) =>
  city.name === province.name || city.name === '市辖区'

export const pathText = (path: readonly Area[]) =>
  path
    .filter((it, index) => index !== 1 || !isRepeated(path[0]!, it))
    .map(it => it.name)
    .join('/')
