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

/** Keeps the keys of names, which are computed once for each name of a list. */
const cachedOrder = (keyOf: (name: string, own: string) => string) => {
  const keys = new Map<string, string>()
  const cached = (name: string, own: string) => {
    const identity = `${own}\0${name}`
    const key = keys.get(identity) ?? keyOf(name, own)
    keys.set(identity, key)
    return key
  }
  return (one: string, other: string, ownOfOne = '', ownOfOther = '') =>
    compareKeys(cached(one, ownOfOne), cached(other, ownOfOther))
}

/** Compares names that are no people's as the server sorts them. */
export const nameOrder = (readings: NameReadings) => cachedOrder(name => readings.textSortKey(name))

type NamedPerson = { name: string; namePinyin?: string | null | undefined }

/** Compares people by their names as the server sorts them, each by the person's own spelling where there is one. */
export const comparePeopleBy = (readings: NameReadings) => {
  const compare = cachedOrder(readings.sortKey)
  return (one: NamedPerson, other: NamedPerson) =>
    compare(one.name, other.name, one.namePinyin ?? '', other.namePinyin ?? '')
}
