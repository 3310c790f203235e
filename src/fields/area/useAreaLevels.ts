import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { callKey } from '../../session/useCall.ts'
import {
  type AreaOption,
  type AreaPath,
  isSameAsProvince,
  useAreaPath,
  useCities,
  useDistricts,
  useProvinces,
} from './useAreas.ts'
import { type InputProps, useField } from '../useField.ts'

/** The field itself holds the district; the codes of province and city are sibling values. */
const siblingOf = (source: string, name: string) => source.replace(/[^.]+$/, name)

/** State of an area input: the selected path, the choices of each level, and a function to select. */
export const useAreaLevels = (options: InputProps<'area'>) => {
  const { field, source } = options
  const input = useField<string>(options)
  const { setValue } = useFormContext()
  const client = useQueryClient()
  const names = field.parts.map(name => siblingOf(source, name))
  const [provinceCode, cityCode] = useWatch<Record<string, string | null>>({ name: names })
  const path = useAreaPath(input.value ?? cityCode ?? provinceCode ?? null).data ?? []
  const [province, city] = path
  const provinces = useProvinces()
  const citiesQuery = useCities(province?.code ?? '')
  const cities = citiesQuery.data
  const [first, second] = cities ?? []
  const onlyCity = province && first && !second && isSameAsProvince(province, first) ? first : undefined
  const districts = useDistricts((onlyCity ?? city)?.code ?? '')
  const levels = [provinces, citiesQuery, districts] as const

  const write = (next: readonly AreaOption[]) => {
    const last = next.at(-1)
    // Caches the selected path, so that it need not be fetched again.
    if (last) client.setQueryData<AreaPath>(callKey('areas.areaById', { code: last.code }), { path: next })
    names.forEach((name, index) => setValue(name, next[index]?.code ?? null, { shouldDirty: true }))
    input.onChange(next[2]?.code ?? null)
  }
  useEffect(() => {
    if (onlyCity && province && !city) write([province, onlyCity])
    // eslint-disable-next-line react/exhaustive-deps -- Runs once, when the only city has been loaded.
  }, [onlyCity])
  // Hong Kong, Macao and Taiwan have no levels below, so that the province itself is the value.
  const isWhole = cities?.length === 0
  useEffect(() => {
    if (isWhole && province && input.value === null) input.onChange(province.code)
    // eslint-disable-next-line react/exhaustive-deps -- Runs when the list of cities turns out to be empty.
  }, [isWhole, province?.code])
  return {
    input,
    path,
    lists: [provinces.data ?? [], cities ?? [], districts.data ?? []] as const,
    /** For each level, whether its places are loading, and a function to load them again if that has failed. */
    states: levels.map(it => ({
      isLoading: it.isLoading,
      onRetry: it.isError ? () => void it.refetch() : undefined,
    })),
    isMunicipality: onlyCity !== undefined,
    write,
  }
}
