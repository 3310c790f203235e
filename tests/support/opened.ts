import { expect } from 'vitest'

type Opened = { what: string; file: string }

const opened = new Set<Opened>()

/** The test file that runs, or none in a global set-up, whose folders and servers last as long as the run. */
const presentFile = (): string => {
  try {
    return expect.getState().testPath ?? ''
  } catch {
    return ''
  }
}

/** Notes a server, a database or a folder of the running test file; call the result when it is closed. */
export const noteOpened = (what: string): (() => void) => {
  const entry = { what, file: presentFile() }
  opened.add(entry)
  return () => void opened.delete(entry)
}

/** What this test file has opened and not closed. */
export const openedBy = (file: string): string[] =>
  [...opened].filter(entry => entry.file === file).map(({ what }) => what)

export const forgetOpened = (file: string): void => {
  for (const entry of opened) if (entry.file === file) opened.delete(entry)
}
