// Compares two versions of the file that `surface.ts` writes: which number of the version must be raised.

/** The name of a declaration, or the name under which an entry exports it. */
const nameOf = (declaration: string) =>
  /^export \{ (?:\w+ as )?(\w+) \}/.exec(declaration)?.[1] ??
  /^export (?:[a-z]+ )+(\w+)/.exec(declaration)?.[1] ??
  declaration

/** The declarations of a surface by module and name. */
const declarationsIn = (surface: string) => {
  const found = new Map<string, string>()
  for (const module of surface.split(/^declare module '/m).slice(1)) {
    const [, path = '', body = ''] = /^([^']+)' \{\n([\s\S]*)\n\}\s*$/.exec(module) ?? []
    for (const declaration of body.split('\n\n').filter(it => it.startsWith('export '))) {
      const name = `${path}: ${nameOf(declaration)}`
      // An interface may be declared in several files, which TypeScript merges.
      found.set(name, [found.get(name) ?? [], declaration].flat().join('\n'))
    }
  }
  return found
}

/** Whether a declaration only got more optional members. */
const isWidened = (before: string, after: string) => {
  const lines = after.split('\n')
  let at = 0
  for (const line of before.split('\n')) {
    const found = lines.indexOf(line, at)
    if (found < 0 || lines.slice(at, found).some(it => !/^\s*(readonly )?[\w'"[\]]+\?:/.test(it)))
      return false
    at = found + 1
  }
  return at === lines.length
}

export type SurfaceChange = {
  /** Which number of the version must be raised; null if the two surfaces are the same. */
  bump: 'major' | 'minor' | null
  changed: readonly string[]
  added: readonly string[]
}

export const surfaceChange = (before: string, after: string): SurfaceChange => {
  const [old, present] = [declarationsIn(before), declarationsIn(after)]
  const differing = [...old].filter(([name, text]) => present.get(name) !== text)
  const changed = differing.flatMap(([name, text]) =>
    isWidened(text, present.get(name) ?? '') ? [] : [name],
  )
  const added = [
    ...[...present.keys()].filter(name => !old.has(name)),
    ...differing.map(([name]) => name).filter(name => !changed.includes(name)),
  ]
  return { bump: changed.length > 0 ? 'major' : added.length > 0 ? 'minor' : null, changed, added }
}

/** Whether a version may follow another one with this change. */
export const isRaised = (before: string, after: string, { bump }: SurfaceChange): boolean => {
  const [[major = 0, minor = 0], [nextMajor = 0, nextMinor = 0]] = [before, after].map(it =>
    it.split('.').map(Number),
  ) as [number[], number[]]
  if (bump === 'major') return nextMajor > major
  if (bump === 'minor') return nextMajor > major || (nextMajor === major && nextMinor > minor)
  return true
}
