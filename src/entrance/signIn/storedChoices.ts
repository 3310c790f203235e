import { useState, useSyncExternalStore } from 'react'

import type { LoginOptions } from '../../../providers/publicConf.ts'
import type { Population } from '../../../resources/domain/role.ts'

const populationKey = 'tenant-admin:population'
const methodKey = 'tenant-admin:method'

/** Subscribes to nothing, because only this page changes the stored value. */
const subscribe = () => () => {}

/** A choice stored in this browser; the prerendered page has the default. */
const useStoredChoice = <T extends string>(key: string, defaultChoice: T, other: T) => {
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
  return [chosen ?? (stored === other ? other : defaultChoice), choose] as const
}

/** The selected population: administrators or lawyers. */
export const usePopulation = () => {
  const [value, choose] = useStoredChoice<'1' | '2'>(populationKey, '1', '2')
  const population: Population = value === '2' ? 2 : 1
  return [population, (userType: Population) => choose(userType === 2 ? '2' : '1')] as const
}

/**
 * The sign-in method: password for administrators; for lawyers, the last chosen one among those that the firm offers.
 */
export const useMethod = (population: Population, options: LoginOptions | null) => {
  const [wanted, choose] = useStoredChoice<'password' | 'sms'>(methodKey, 'password', 'sms')
  const isLawyer = population === 2
  // The default until the firm's configuration is loaded.
  const { passwordLogin, smsLogin } = options ?? { passwordLogin: true, smsLogin: false }
  const signInMethod = !isLawyer || !smsLogin ? 'password' : passwordLogin ? wanted : 'sms'
  const other = signInMethod === 'sms' ? 'password' : 'sms'
  return {
    method: signInMethod,
    /** Switches to the other method; null if there is none. */
    chooseOther: isLawyer && passwordLogin && smsLogin ? () => choose(other) : null,
  } as const
}
