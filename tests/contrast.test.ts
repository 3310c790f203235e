import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

// The colours of the theme (src/theme/tokens.css). Whether each page uses them so is checked in a browser (tests/e2e).

const tokens = readFileSync('src/theme/tokens.css', 'utf8')
const colours = new Map(
  [...tokens.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name!,
    { light: light!, dark: dark! },
  ]),
)

const luminance = (colour: string) => {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

const contrast = (one: string, other: string) => {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

const surfaces = ['surface', 'page', 'sunken', ...[...colours.keys()].filter(it => it.endsWith('-faint'))]

test.each(['light', 'dark'] as const)(
  'every text colour is readable on every surface, in the %s theme',
  scheme => {
    expect(surfaces.length).toBeGreaterThan(6)
    const faint = ['ink', 'ink-2', 'ink-3', 'brand', 'good', 'waiting', 'bad', 'info'].flatMap(text =>
      surfaces
        .map(surface => ({
          pair: `${text} on ${surface}`,
          ratio: contrast(colours.get(text)![scheme], colours.get(surface)![scheme]),
        }))
        .filter(({ ratio }) => ratio < 4.5),
    )
    expect(faint).toEqual([])
  },
)
