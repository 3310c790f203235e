import { useState, useSyncExternalStore } from 'react'

import type { LoginOptions } from '../../providers/publicConf.ts'
import type { Population } from '../../resources/domain/role.ts'

const populationKey = 'tenant-admin:population'
const methodKey = 'tenant-admin:method'

/** Subscribes to nothing, since only this page changes the stored value. */
const subscribe = () => () => {}

/** A choice that this browser remembers; the prerendered page shows the first one. */
const useStoredChoice = <T extends string>(key: string, first: T, other: T) => {
  const [chosen, setChosen] = useState<T | null>(null)
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key),
    () => null,
  )
  const choose = (value: T) => {
    localStorage.setItem(key, value)
    setChosen(value)
  }
  return [chosen ?? (stored === other ? other : first), choose] as const
}

/** Which population signs in. */
export const usePopulation = () => {
  const [value, choose] = useStoredChoice<'1' | '2'>(populationKey, '1', '2')
  const population: Population = value === '2' ? 2 : 1
  return [population, (userType: Population) => choose(userType === 2 ? '2' : '1')] as const
}

/** How one proves who one is: administrators by password, lawyers as the firm offers it and they last chose. */
export const useMethod = (population: Population, options: LoginOptions | null) => {
  const [wanted, choose] = useStoredChoice<'password' | 'sms'>(methodKey, 'password', 'sms')
  const isLawyer = population === 2
  // Until the firm's configuration has come: what there always is.
  const { passwordLogin, smsLogin } = options ?? { passwordLogin: true, smsLogin: false }
  const method = !isLawyer || !smsLogin ? 'password' : passwordLogin ? wanted : 'sms'
  const other = method === 'sms' ? 'password' : 'sms'
  return {
    method,
    /** Null where there is no other way. */
    chooseOther: isLawyer && passwordLogin && smsLogin ? () => choose(other) : null,
  } as const
}
