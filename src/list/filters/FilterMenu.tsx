import { optionsOf } from '../../../resources/kit/index.ts'
import { useTranslate } from 'ra-core'

import { ItemMenu } from '../../ui/Popups.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import type { OpenFilter } from './filterState.ts'
import { useFilterDraft } from './useFilterDraft.ts'

type Props = OpenFilter & { label: string; anchor: HTMLElement }

/** Menu of the options of a filter, and the switches that go with them. */
export const FilterMenu = ({ label, anchor, onClose, counts, ...open }: Props) => {
  const translate = useTranslate()
  const { number } = useFormats()
  const draft = useFilterDraft(open)
  const options = (optionsOf(open.field) ?? []).map(([option, text]) => ({
    key: option,
    label: translate(text),
    note: counts && number(counts.get(String(option)) ?? 0),
    isChosen: draft.chosen.includes(option),
    isOneOfSeveral: draft.isSeveral,
    onChoose: () => draft.toggle(option),
  }))
  const switches = draft.extras.map(({ key, label: text, isOn, toggle }, index) => ({
    key: `extra ${key}`,
    label: text,
    isChosen: isOn,
    isOneOfSeveral: true,
    isApart: index === 0,
    onChoose: toggle,
  }))
  return <ItemMenu anchor={anchor} name={label} items={[...options, ...switches]} onClose={onClose} />
}
