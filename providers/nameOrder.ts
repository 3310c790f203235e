// The dictionary has 100 kB, so it is loaded only when somebody types Latin letters into a select with Chinese names,
// or when the browser has to sort names by itself.

const load = async () => {
  const [{ createNameReader }, { pinyinDictionary }, pinyinPro] = await Promise.all([
    import('../resources/domain/nameReadings.ts'),
    import('../resources/domain/pinyinDictionary.ts'),
    import('pinyin-pro'),
  ])
  return createNameReader(pinyinDictionary(pinyinPro))
}

/** The readings of names, with their dictionary. */
export type NameReadings = Awaited<ReturnType<typeof load>>

let loading: Promise<NameReadings> | null = null

/** Loads the dictionary once; a failure is tried again at the next call. */
export const loadNameReadings = () =>
  (loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  }))

const compareKeys = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Compares names as the server sorts them; `isPerson` tells whether the first characters are surnames. */
export const nameOrder = (readings: NameReadings, isPerson: boolean) => {
  const keyOf = isPerson ? readings.sortKey : readings.textSortKey
  const keys = new Map<string, string>()
  const cached = (name: string) => {
    const key = keys.get(name) ?? keyOf(name)
    keys.set(name, key)
    return key
  }
  return (one: string, other: string) => compareKeys(cached(one), cached(other))
}
