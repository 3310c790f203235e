import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { callKey } from '../../providers/useCall.ts'
import type { Field } from '../../resources/kit/index.ts'
import {
  type AreaOption,
  type AreaPath,
  isRepeated,
  useAreaPath,
  useCities,
  useDistricts,
  useProvinces,
} from './useAreas.ts'
import { useField } from './useField.ts'

/** The field's name stands for the district; province and city are written beside it. */
const siblingOf = (source: string, name: string) => source.replace(/[^.]+$/, name)

/** What is chosen of an area, what each of its levels offers, and how to choose. */
export const useAreaLevels = (field: Field<'area'>, source: string) => {
  const input = useField<string>(source)
  const { setValue } = useFormContext()
  const client = useQueryClient()
  const names = field.parts.map(name => siblingOf(source, name))
  const [provinceCode, cityCode] = useWatch<Record<string, string | null>>({ name: names })
  const path = useAreaPath(input.value ?? cityCode ?? provinceCode ?? null).data ?? []
  const [province, city] = path
  const provinces = useProvinces()
  const cities = useCities(province?.code ?? '')
  const [first, second] = cities ?? []
  const onlyCity = province && first && !second && isRepeated(province, first) ? first : undefined
  const districts = useDistricts((onlyCity ?? city)?.code ?? '')

  const write = (next: readonly AreaOption[]) => {
    const last = next.at(-1)
    // Whoever has chosen a path knows it without asking.
    if (last) client.setQueryData<AreaPath>(callKey('areas.areaById', { code: last.code }), { path: next })
    names.forEach((name, index) => setValue(name, next[index]?.code ?? null, { shouldDirty: true }))
    input.onChange(next[2]?.code ?? null)
  }
  useEffect(() => {
    if (onlyCity && province && !city) write([province, onlyCity])
    // eslint-disable-next-line react/exhaustive-deps -- runs when the one city has arrived, and then once
  }, [onlyCity])
  // Hong Kong, Macao and Taiwan have nothing below, and stand for themselves.
  const isWhole = cities?.length === 0
  useEffect(() => {
    if (isWhole && province && input.value === null) input.onChange(province.code)
    // eslint-disable-next-line react/exhaustive-deps -- runs when it is known that there are none
  }, [isWhole, province?.code])
  return {
    input,
    path,
    lists: [provinces, cities ?? [], districts] as const,
    isMunicipality: onlyCity !== undefined,
    write,
  }
}
