import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { ListOption } from '../choice/OptionContent.tsx'
import { ComboBox } from '../comboBox/ComboBox.tsx'
import { FieldControl } from '../FieldControl.tsx'
import { type AreaOption, pathText, usePlaceNames } from './useAreas.ts'
import { useAreaLevels } from './useAreaLevels.ts'
import { otherNamesOf, type Place, usePlaces } from './usePlaces.ts'
import type { InputProps } from '../useField.ts'
import { type Translate } from '../../../resources/kit/translate.ts'
import { isChinese } from '../../../resources/locales/locales.ts'
import { useShownLanguage } from '../../language/useLanguage.ts'

const areaLevels = [
  { label: '省', placeholder: '输入省、市、区县或拼音' },
  { label: '市', placeholder: '市' },
  { label: '区县', placeholder: '区县' },
] as const

const accessibleName = (label: string, step: keyof typeof areaLevels & number, translate: Translate) =>
  translate('%{label}：%{text}', { label, text: translate(areaLevels[step]!.label) })

type LevelProps = Pick<InputProps<'area'>, 'field'> & {
  control: ReturnType<typeof useAreaLevels>['input']['control']
  step: 0 | 1 | 2
  choices: readonly ListOption[]
  value: ListOption | undefined
  onChoose: (code: string | undefined) => void
  onKeyword?: (keyword: string) => void
  isLoading: boolean
  onRetry: (() => void) | undefined
}

const Level = ({ control, field, step, choices, value, onChoose, ...props }: LevelProps) => {
  const translate = useTranslate()
  const { id, ref, ...attributes } = control
  return (
    <ComboBox
      {...props}
      control={{
        ...attributes,
        'aria-label': accessibleName(translate(field.label), step, translate),
        ...(step === 0 ? { id, ref } : { id: `${id}-${step}` }),
      }}
      choices={choices}
      value={value ? [value] : []}
      isMultiple={false}
      isClearable={!field.isRequired && step === 0}
      placeholder={translate(areaLevels[step].placeholder)}
      onChange={([picked]) => onChoose(picked && String(picked.id))}
    />
  )
}

/** Searchable by its Chinese name in every language. */
const optionOf = ({ code, name, pinyin }: AreaOption, nameOf: (name: string) => string): ListOption => ({
  id: code,
  name: nameOf(name),
  ...(pinyin && { pinyin }),
  otherNames: otherNamesOf(name, nameOf),
})

/**
 * Selects province, city and district one after the other; the only city of a municipality is selected automatically.
 * Typing into the first box searches all places of the country, and choosing one fills all levels.
 */
export const AreaInput = ({ field, source, isDisabled }: InputProps<'area'>) => {
  const { input, path, lists, states, isMunicipality, write } = useAreaLevels({ field, source, isDisabled })
  const { nameOf } = usePlaceNames()
  const { locale, formats } = useShownLanguage()
  const [keyword, setKeyword] = useState('')
  const places = usePlaces(keyword, lists[0], nameOf)
  const areaOption = (area: AreaOption) => optionOf(area, nameOf)
  const placeOption = ({ path: found }: Place): ListOption => ({
    ...areaOption(found.at(-1)!),
    note: pathText(found.slice(0, -1), nameOf),
  })
  // In Chinese the provinces keep the official order of their codes, which users know.
  const sortChoices = (choices: readonly ListOption[]) => {
    if (isChinese(locale)) return choices
    return choices.toSorted((one, other) => formats.compare(one.name, other.name))
  }
  const { described, control } = input
  const renderLevel = (step: 0 | 1 | 2, choices: readonly ListOption[], onChoose: LevelProps['onChoose']) => {
    const current = path[step]
    const { isLoading, onRetry } = states[step]!
    // The first box can be typed into before its places have arrived.
    const isClosed = isDisabled || (step > 0 && lists[step].length === 0 && !onRetry)
    return (
      <Level
        {...{ field, step, choices, onChoose, isLoading, onRetry }}
        control={{ ...control, disabled: isClosed }}
        value={current && areaOption(current)}
        {...(step === 0 && { onKeyword: setKeyword })}
      />
    )
  }
  const renderLowerLevel = (step: 1 | 2) =>
    renderLevel(step, sortChoices(lists[step].map(areaOption)), code => {
      const chosen = lists[step].find(it => it.code === code)
      write([...path.slice(0, step), ...(chosen ? [chosen] : [])])
    })
  return (
    <FieldControl {...described} isGroup>
      <div className="area">
        {renderLevel(
          0,
          keyword === '' ? sortChoices(lists[0].map(areaOption)) : places.map(placeOption),
          code => {
            setKeyword('')
            write(
              [...places, ...lists[0].map(it => ({ path: [it] }))].find(it => it.path.at(-1)!.code === code)
                ?.path ?? [],
            )
          },
        )}
        {!isMunicipality && renderLowerLevel(1)}
        {renderLowerLevel(2)}
      </div>
    </FieldControl>
  )
}
