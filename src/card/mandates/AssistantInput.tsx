import { useTranslate } from 'ra-core'

import { mostAssistantChoices, type mandates } from '../../../resources/cards/mandates.ts'
import type { Field, OutputOf } from '../../../resources/kit/index.ts'
import { useKeyword } from '../../fields/choice/useChoices.ts'
import type { ListOption } from '../../fields/choice/OptionContent.tsx'
import { ComboBox } from '../../fields/comboBox/ComboBox.tsx'
import { FieldControl } from '../../fields/FieldControl.tsx'
import { useField } from '../../fields/useField.ts'
import { useCall } from '../../session/useCall.ts'

type Person = OutputOf<(typeof mandates.calls)['choices']>['people'][number]

/** A person of either population as the value of an option; with the name, which a kept draft has to show. */
const valueOf = ({ population, id, name }: Person) => `${population}:${id}:${name}`

/** The person in the value of the input. */
export const assistantIn = (value: string) => {
  const [population, id, ...name] = value.split(':')
  return {
    population: Number(population) === 1 ? (1 as const) : (2 as const),
    id: Number(id),
    name: name.join(':'),
  }
}

const optionOf = (person: Person): ListOption => ({
  id: valueOf(person),
  name: person.name,
  person: { picture: null, office: person.organizationName, licence: null },
})

const useAssistantChoices = () => {
  const { typed, setTyped, keyword } = useKeyword()
  const query = useCall('mandates.choices', keyword ? { keyword: keyword.slice(0, 60) } : {}, {
    placeholderData: previous => previous,
  })
  return {
    query,
    isLoading: query.isPending || query.isPlaceholderData || typed !== keyword,
    onKeyword: setTyped,
  }
}

/** Select of a colleague who shall be the assistant; the server searches while the user types. */
export const AssistantInput = ({ field, source }: { field: Field<'text'>; source: string }) => {
  const translate = useTranslate()
  const { value, onChange, control, described } = useField<string>({ field, source })
  const { query, isLoading, onKeyword } = useAssistantChoices()
  const choices = (query.data?.people ?? []).map(optionOf)
  const chosen = value === null ? [] : [{ id: value, name: assistantIn(value).name }]
  return (
    <FieldControl {...described}>
      <ComboBox
        choices={choices}
        value={chosen}
        isMultiple={false}
        isLoading={isLoading}
        onRetry={query.isError ? () => void query.refetch() : undefined}
        onKeyword={onKeyword}
        onChange={([person]) => onChange(person ? String(person.id) : null)}
        control={control}
      />
      {query.data?.hasMore === 1 && (
        <p className="caption">
          {translate('只列出前%{count}人，请输入姓名查找其他人。', { count: mostAssistantChoices })}
        </p>
      )}
    </FieldControl>
  )
}
