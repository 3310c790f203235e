import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { ComboBox } from './ComboBox.tsx'
import { FieldFrame } from './FieldFrame.tsx'
import {
  type Area,
  areaPathKey,
  isRepeated,
  useAreaPath,
  useCities,
  useDistricts,
  useProvinces,
} from './useAreas.ts'
import { ariaProps, type InputProps, useField } from './useField.ts'
import { localized, translate } from '../../resources/kit/translate.ts'

const choiceOf = ({ code, name, pinyin }: Area) => ({ id: code, name, pinyin: pinyin ?? undefined })

/** The field's name stands for the district; province and city are written beside it. */
const siblingOf = (source: string, name: string) => source.replace(/[^.]+$/, name)

const steps = localized([
  { label: '省', invitation: '省/直辖市' },
  { label: '市', invitation: '市' },
  { label: '区县', invitation: '区县' },
] as const)

const spokenName = (label: string, step: keyof typeof steps & number) =>
  translate('%{label}：%{text}', { label, text: steps[step]!.label })

/** Province, city, district: each step offers what lies below; the city of a municipality is chosen by itself. */
export const AreaInput = ({ field, source, isDisabled }: InputProps<'area'>) => {
  const { id, value, onChange, onBlur, ref, error } = useField<string>(source)
  const { setValue } = useFormContext()
  const client = useQueryClient()
  const names = field.parts.map(name => siblingOf(source, name))
  const [provinceCode, cityCode] = useWatch<Record<string, string | null>>({ name: names })
  const [province, city, district] = useAreaPath(value ?? cityCode ?? provinceCode ?? null).data ?? []
  const provinces = useProvinces()
  const cities = useCities(province?.code ?? '')
  const isMunicipality = province !== undefined && cities.length === 1 && isRepeated(province, cities[0]!)
  const districts = useDistricts((isMunicipality ? cities[0]?.code : city?.code) ?? '')

  const write = (path: readonly Area[]) => {
    const last = path.at(-1)
    if (last) client.setQueryData(areaPathKey(last.code), path)
    names.forEach((name, index) => setValue(name, path[index]?.code ?? null, { shouldDirty: true }))
    onChange(path[2]?.code ?? null)
  }
  const onlyCity = isMunicipality ? cities[0] : undefined
  useEffect(() => {
    if (onlyCity && province && !city) write([province, onlyCity])
    // eslint-disable-next-line react/exhaustive-deps -- runs when the one city has arrived, and then once
  }, [onlyCity])

  const level = (
    step: 0 | 1 | 2,
    list: readonly Area[],
    current: Area | undefined,
    write: (to?: Area) => void,
  ) => (
    <ComboBox
      id={step === 0 ? id : `${id}-${step}`}
      choices={list.map(choiceOf)}
      value={current ? [choiceOf(current)] : []}
      isMultiple={false}
      isClearable={!field.isRequired && step === 0}
      isDisabled={isDisabled || list.length === 0}
      placeholder={steps[step].invitation}
      onChange={([picked]) => write(list.find(it => it.code === picked?.id))}
      onBlur={onBlur}
      {...(step === 0 && { inputRef: ref })}
      ariaProps={{ ...ariaProps(id, { error, field }), 'aria-label': spokenName(field.label, step) }}
    />
  )
  return (
    <FieldFrame id={id} field={field} error={error} isGroup>
      <div className="area">
        {level(0, provinces, province, to => write(to ? [to] : []))}
        {!isMunicipality && level(1, cities, city, to => write(province && to ? [province, to] : []))}
        {level(2, districts, district, to => {
          const middle = onlyCity ?? city
          if (province && middle) write(to ? [province, middle, to] : [province, middle])
        })}
      </div>
    </FieldFrame>
  )
}
