import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { combinesValues } from '../../../providers/backend/additions.ts'
import { mayBeEmpty, mayBeNot, takesSeveral } from '../../../resources/kit/index.ts'
import { useSession } from '../../session/sessionContext.ts'
import { isFilterSet, type OpenFilter, toList, type Values } from './filterState.ts'

type Options = Pick<OpenFilter, 'resource' | 'name' | 'filter' | 'state' | 'onApply'>

const toIds = (values: readonly unknown[]) =>
  values.filter((it): it is string | number => typeof it === 'string' || typeof it === 'number')

/**
 * A filter while its menu or panel is open: what is chosen, and the switches for several values, 不是 and 空, which apply at
 * once. A back-end that knows the specification's lists alone gets one value.
 */
export const useFilterDraft = ({ resource, name, filter, state, onApply }: Options) => {
  const translate = useTranslate()
  const { access } = useSession()
  const call = resource.calls[resource.crud.list!]!
  const chosen = toIds(toList(state.values[name]))
  const isAlwaysSeveral = filter.compare === 'oneOf'
  // Kept while nothing is chosen yet.
  const [isSeveralWanted, setSeveralWanted] = useState(chosen.length > 1)
  const [isNotWanted, setNotWanted] = useState(state.isNot)
  const isSeveral = isAlwaysSeveral || isSeveralWanted
  const isNot = isFilterSet(state) ? state.isNot : isNotWanted
  const applyValues = (values: Values) => onApply({ ...state, values, isNot })
  const choose = (next: readonly (string | number)[]) =>
    applyValues({ [name]: next.length === 0 ? null : isSeveral && next.length > 1 ? next : next[0] })
  const several = {
    key: 'several',
    label: translate('选择多项'),
    isOn: isSeveral,
    toggle: () => {
      if (isSeveral && chosen.length > 1) applyValues({ [name]: chosen[0] })
      setSeveralWanted(!isSeveral)
    },
  }
  const not = {
    key: 'not',
    label: translate('不是（排除所选）'),
    isOn: isNot,
    toggle: () => {
      setNotWanted(!isNot)
      if (isFilterSet(state)) onApply({ ...state, isNot: !isNot })
    },
  }
  const empty = {
    key: 'empty',
    label: translate('空（没有填写）'),
    isOn: state.isEmpty,
    toggle: () => onApply({ ...state, isNot, isEmpty: !state.isEmpty }),
  }
  const switches = [
    ...(takesSeveral(filter) && !isAlwaysSeveral ? [several] : []),
    ...(mayBeEmpty(filter) ? [empty] : []),
    ...(mayBeNot(filter) ? [not] : []),
  ]
  return {
    chosen,
    isSeveral,
    choose,
    applyValues,
    toggle: (option: string | number) => {
      if (chosen.includes(option)) return choose(chosen.filter(it => it !== option))
      return choose(isSeveral ? [...chosen, option] : [option])
    },
    extras: combinesValues(call, access.additions) ? switches : [],
  }
}

export type FilterDraft = ReturnType<typeof useFilterDraft>
