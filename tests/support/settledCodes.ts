/** The code of an answer, of a resolved call (200), or of the error that a call rejected with. */
const codeOf = (result: PromiseSettledResult<unknown>): string => {
  const value: unknown = result.status === 'fulfilled' ? result.value : result.reason
  if (typeof value === 'object' && value !== null && 'code' in value) return String(value.code)
  if (result.status === 'fulfilled') return '200'
  throw value
}

/** Waits for concurrent calls and returns the sorted codes of all of them. */
export const settledCodes = async (calls: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(calls)).map(codeOf).toSorted()
