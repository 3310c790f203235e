// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.resetModules())

const modules = import.meta.glob([
  '../../{providers,resources}/**/*.ts',
  '../../src/**/*.{ts,tsx}',
  // Starts what it loads.
  '!../../src/main.ts',
  '!../../providers/check/main.ts',
])

/** Whatever is read then stays in the language of that moment, also when another is chosen. */
// Loads every module of the client anew: 12 s on a quiet machine.
test('no module reads a text while it is loaded', { timeout: 300_000 }, async () => {
  vi.resetModules()
  const { chinese, setLanguage } = await import('../../resources/kit/translate.ts')
  const read = new Set<string>()
  setLanguage({
    ...chinese,
    locale: 'de-DE',
    translate: key => {
      const lines = new Error(key)
        .stack!.split('\n')
        .filter(it => !it.includes('/resources/kit/translate.ts'))
      read.add(`${key} ${lines[1]?.trim()}`)
      return key
    },
  })
  for (const load of Object.values(modules)) await load()
  expect([...read]).toEqual([])
})
