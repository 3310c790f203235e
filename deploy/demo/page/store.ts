import {
  type CallRecording,
  type DemoIndex,
  fileOf,
  type FilterRecording,
  publicAccount,
} from '../recording.ts'

const emptyRecording: CallRecording = {}

/** Recorded answers, fetched when they are asked for. What is changed in them lasts until the page is left. */
export const createStore = (folder: string, filesPath: string, index: DemoIndex) => {
  const fetched = new Map<string, Promise<unknown>>()
  const read = async (name: string): Promise<unknown> => {
    const response = await fetch(`${folder}/${name}.json`, { cache: 'no-cache' })
    if (!response.ok) throw new Error(`${name}: ${response.status}`)
    return JSON.parse((await response.text()).replaceAll('/api/files/', filesPath))
  }
  const readOnce = (name: string) => {
    const known = fetched.get(name)
    if (known) return known
    const reading = read(name)
    fetched.set(name, reading)
    // A failed request is made again the next time.
    reading.catch(() => fetched.delete(name))
    return reading
  }
  const ownerOf = (account: string, path: string) =>
    [account, publicAccount].find(it => index.files[it]?.includes(path))
  return {
    signIns: index.signIns,
    /** The answers of a call to this account. */
    answersOf: async (account: string, path: string): Promise<CallRecording> => {
      const owner = ownerOf(account, path)
      if (owner === undefined) return emptyRecording
      // The files were written by the recorder with this type.
      return (await readOnce(`${owner}/${fileOf(path)}`)) as CallRecording
    },
    /** Rows of a list by filter and value, where the rows do not show them. */
    filtersOf: async (path: string): Promise<FilterRecording> =>
      index.filters.includes(path) ? ((await readOnce(`filters/${fileOf(path)}`)) as FilterRecording) : {},
  }
}

export type DemoStore = ReturnType<typeof createStore>
