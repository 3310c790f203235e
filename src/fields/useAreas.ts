import { useQuery } from '@tanstack/react-query'

import { callByName } from '../../providers/call.ts'

export type Area = { code: string; name: string; pinyin?: string | null }

/** Areas change once in years: asked once, kept as long as the page lives. */
const kept = { staleTime: Infinity, gcTime: Infinity }

const useList = (name: string, input: Record<string, string>, isWanted: boolean) =>
  useQuery({
    queryKey: ['areas', name, input],
    queryFn: async ({ signal }) => (await callByName(`areas.${name}`, input, { signal })) as Area[],
    enabled: isWanted,
    ...kept,
  }).data ?? []

export const useProvinces = () => useList('provinceList', {}, true)
export const useCities = (provinceCode: string) => useList('cityList', { provinceCode }, provinceCode !== '')
export const useDistricts = (cityCode: string) => useList('districtList', { cityCode }, cityCode !== '')

export const areaPathKey = (code: string | null) => ['areas', 'areaById', code]

/** Province, city and district of a code (or as many as it has): what is saved is the code alone. */
export const useAreaPath = (code: string | null) =>
  useQuery({
    queryKey: areaPathKey(code),
    queryFn: async ({ signal }) =>
      ((await callByName('areas.areaById', { code: code! }, { signal })) as { path: Area[] }).path,
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
