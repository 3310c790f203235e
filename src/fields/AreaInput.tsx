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
import { useTranslate } from '../i18n/useTranslate.ts'

const choiceOf = ({ code, name, pinyin }: Area) => ({ id: code, name, pinyin: pinyin ?? undefined })

/** The field's name stands for the district; province and city are written beside it. */
const siblingOf = (source: string, name: string) => source.replace(/[^.]+$/, name)

/** Province, city, district: each step offers what lies below; the city of a municipality is chosen by itself. */
export const AreaInput = ({ field, source, isDisabled }: InputProps<'area'>) => {
  const translate = useTranslate()
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
    label: string,
    list: readonly Area[],
    current: Area | undefined,
    write: (to?: Area) => void,
  ) => (
    <ComboBox
      id={label === '省' ? id : `${id}-${label}`}
      choices={list.map(choiceOf)}
      value={current ? [choiceOf(current)] : []}
      isMultiple={false}
      isClearable={!field.isRequired && label === '省'}
      isDisabled={isDisabled || list.length === 0}
      placeholder={label === '省' ? translate('省/直辖市') : label}
      onChange={([picked]) => write(list.find(it => it.code === picked?.id))}
      onBlur={onBlur}
      {...(label === '省' && { inputRef: ref })}
      ariaProps={{ ...ariaProps(id, { error, field }), 'aria-label': `${field.label}：${label}` }}
    />
  )
  return (
    <FieldFrame id={id} field={field} error={error} isGroup>
      <div className="area">
        {level(translate('省'), provinces, province, to => write(to ? [to] : []))}
        {!isMunicipality &&
          level(translate('市'), cities, city, to => write(province && to ? [province, to] : []))}
        {level(translate('区县'), districts, district, to => {
          const middle = onlyCity ?? city
          if (province && middle) write(to ? [province, middle, to] : [province, middle])
        })}
      </div>
    </FieldFrame>
  )
}
