import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

/** Style sheets of the pages, which languages written from right to left mirror; the drawn phone is never mirrored. */
const sheets = globSync('src/**/*.css').filter(file => !file.startsWith('src/preview/'))

/** Decorations that are placed the same in every direction. */
const placedAlike = new Set([
  'src/entrance/entrance.css',
  'src/notices/notification.css',
  // Defines the sides for both directions.
  'src/theme/tokens.css',
])

const physical =
  /(?:^|[\s;{])((?:margin|padding|border)-(?:left|right)|left|right|float: (?:left|right)|text-align: (?:left|right))\s*[:;]/gm
/** Four values, of which the second is the right and the fourth the left. */
const fourSides = /(?:^|[\s;{])((?:margin|padding|inset): (\S+) (\S+) (\S+) (\S+);)/gm
/** A shadow at one side. */
const sideShadow = /box-shadow: inset -?\d+px 0 [^;]*;/g

test('no style sheet names the left or the right side', () => {
  expect(sheets.length).toBeGreaterThan(40)
  const found = sheets.flatMap(file => {
    const text = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    const sides = placedAlike.has(file) ? [] : [...text.matchAll(physical)].map(([, name]) => name)
    const uneven = [...text.matchAll(fourSides)].filter(([, , , right, , left]) => right !== left)
    const shadows = [...text.matchAll(sideShadow)].filter(([rule]) => !/inset 0px/.test(rule))
    return [...sides, ...uneven.map(([, rule]) => rule), ...shadows.map(([rule]) => rule)].map(
      it => `${file}: ${it}`,
    )
  })
  expect(found).toEqual([])
})

/** A page with an editor or with two columns of fields. */
const otherWidths = new Set(['src/pages/article/article.css', 'src/pages/userCard/userCard.css'])

test('pages and forms are as wide as one of two tokens', () => {
  const pages = globSync('src/{form,pages,settings,ui}/**/*.css').filter(it => !otherWidths.has(it))
  expect(pages.length).toBeGreaterThan(30)
  const found = pages.flatMap(file =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /^ *(?:max-width|grid-template-columns): .*?\b(?:[5-9]\d\d|1\d{3})px.*$/gm,
      ),
    ].map(([rule]) => `${file}: ${rule.trim()}`),
  )
  expect(found).toEqual([])
})

/** Selectors of a sheet, one by one. */
const selectorsOf = (file: string) =>
  [
    ...readFileSync(file, 'utf8')
      .replaceAll(/\/\*.*?\*\//gs, '')
      .matchAll(/([^{};]+)\{/g),
  ]
    // Commas within brackets separate no selectors.
    .flatMap(([, selectors]) => selectors!.split(/,(?![^()]*\))/))
    .map(it => it.trim())
const classesOf = (selector: string) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!)
/** Words for a state, which several classes have. */
const isState = (name: string) => /^(?:is|has)-/.test(name)

/** The class that a rule is about if it depends on nothing else: neither on other classes nor on where the element stands. */
const ownClassOf = (selector: string) => {
  const names = new Set(classesOf(selector).filter(it => !isState(it)))
  const isAlone = selector.startsWith('.') && !/[\s>+~]/.test(selector.replaceAll(/\(.*\)/g, ''))
  return isAlone && names.size === 1 ? [...names] : []
}

test('a class belongs to one sheet; others style it only together with a class of their own', () => {
  const owners = new Map<string, Set<string>>()
  for (const file of globSync('src/**/*.css'))
    for (const name of selectorsOf(file).flatMap(ownClassOf))
      owners.set(name, (owners.get(name) ?? new Set()).add(file))
  expect(owners.size).toBeGreaterThan(400)
  expect([...owners].filter(([, files]) => files.size > 1)).toEqual([])
})

test('no sheet styles a component of MUI by itself, which is for the theme to do', () => {
  const found = globSync('src/**/*.css').flatMap(file =>
    selectorsOf(file)
      .filter(it => it.includes('.Mui') && classesOf(it).every(name => name.startsWith('Mui')))
      .map(it => `${file}: ${it}`),
  )
  expect(found).toEqual([])
})
