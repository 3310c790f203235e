import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { type ListOption } from './OptionList.tsx'
import { ComboBox } from './ComboBox.tsx'
import { FieldFrame } from './FieldFrame.tsx'
import { type AreaOption, pathText, usePlaceNames } from './useAreas.ts'
import { useAreaLevels } from './useAreaLevels.ts'
import { otherNamesOf, type Place, usePlaces } from './usePlaces.ts'
import { ariaProps, type InputProps } from './useField.ts'
import { type Translate } from '../../resources/kit/translate.ts'
import { isChinese } from '../../resources/locales/locales.ts'
import { useShownLanguage } from '../shell/language/useLanguage.ts'

const steps = [
  { label: '省', invitation: '输入省、市、区县或拼音' },
  { label: '市', invitation: '市' },
  { label: '区县', invitation: '区县' },
] as const

const spokenName = (label: string, step: keyof typeof steps & number, translate: Translate) =>
  translate('%{label}：%{text}', { label, text: translate(steps[step]!.label) })

type LevelProps = Omit<InputProps<'area'>, 'source'> & {
  id: string
  step: 0 | 1 | 2
  choices: readonly ListOption[]
  value: ListOption | undefined
  onChoose: (code: string | undefined) => void
  onKeyword?: (keyword: string) => void
} & Pick<ReturnType<typeof useAreaLevels>['input'], 'error' | 'onBlur' | 'ref'>

const Level = ({ id, field, step, choices, value, onChoose, error, ref, ...props }: LevelProps) => {
  const translate = useTranslate()
  return (
    <ComboBox
      {...props}
      id={step === 0 ? id : `${id}-${step}`}
      choices={choices}
      value={value ? [value] : []}
      isMultiple={false}
      isClearable={!field.isRequired && step === 0}
      placeholder={translate(steps[step].invitation)}
      onChange={([picked]) => onChoose(picked && String(picked.id))}
      {...(step === 0 && { inputRef: ref })}
      ariaProps={{
        ...ariaProps(id, { error, field }),
        'aria-label': spokenName(translate(field.label), step, translate),
      }}
    />
  )
}

/**
 * Province, city, district: each step offers what lies below, the city of a municipality is chosen by itself. Who types
 * into the first finds any place of the country, and has chosen all that it lies in.
 */
export const AreaInput = ({ field, source, isDisabled }: InputProps<'area'>) => {
  const { input, path, lists, isMunicipality, write } = useAreaLevels(field, source)
  const { nameOf } = usePlaceNames()
  const { locale, formats } = useShownLanguage()
  const [keyword, setKeyword] = useState('')
  const places = usePlaces(keyword, lists[0], nameOf)
  // In English too it is found by its Chinese name.
  const choiceOf = ({ code, name, pinyin }: AreaOption): ListOption => ({
    id: code,
    name: nameOf(name),
    ...(pinyin && { pinyin }),
    otherNames: otherNamesOf(name, nameOf),
  })
  const placeOf = ({ path: found }: Place): ListOption => ({
    ...choiceOf(found.at(-1)!),
    note: pathText(found.slice(0, -1), nameOf),
  })
  // In Chinese by code, as everybody knows the provinces.
  const sorted = (choices: readonly ListOption[]) => {
    if (isChinese(locale)) return choices
    return choices.toSorted((one, other) => formats.compare(one.name, other.name))
  }
  const { onBlur, ref, error, id } = input
  const level = (step: 0 | 1 | 2, choices: readonly ListOption[], onChoose: LevelProps['onChoose']) => {
    const current = path[step]
    const isClosed = isDisabled || lists[step].length === 0
    return (
      <Level
        {...{ id, field, step, choices, onChoose, onBlur, ref, error }}
        value={current && choiceOf(current)}
        isDisabled={isClosed}
        {...(step === 0 && { onKeyword: setKeyword })}
      />
    )
  }
  const below = (step: 1 | 2) =>
    level(step, sorted(lists[step].map(choiceOf)), code => {
      const chosen = lists[step].find(it => it.code === code)
      write([...path.slice(0, step), ...(chosen ? [chosen] : [])])
    })
  return (
    <FieldFrame id={id} field={field} error={error} isGroup>
      <div className="area">
        {level(0, keyword === '' ? sorted(lists[0].map(choiceOf)) : places.map(placeOf), code => {
          setKeyword('')
          write(
            [...places, ...lists[0].map(it => ({ path: [it] }))].find(it => it.path.at(-1)!.code === code)
              ?.path ?? [],
          )
        })}
        {!isMunicipality && below(1)}
        {below(2)}
      </div>
    </FieldFrame>
  )
}
