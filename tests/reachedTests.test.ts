import { expect, test } from 'vitest'

import { testsReachedBy } from './support/reachedTests.ts'

test('a page reaches its own tests and the walks, limited to its address', () => {
  const { tests, pages, needsBrowser } = testsReachedBy(['src/pages/officeWeight/OfficeWeight.tsx'])
  expect(pages).toEqual(['/app/office/weight'])
  expect(needsBrowser).toBe(true)
  expect(tests).toEqual(
    expect.arrayContaining(['tests/screens/officeWeight.test.tsx', 'tests/e2e/pages.test.ts']),
  )
  expect(tests).not.toContain('tests/e2e/reviewDesk.test.ts')
  expect(tests.filter(file => file.startsWith('tests/server/'))).toEqual([])
})

test('a declaration reaches its calls and its pages, which no import names', () => {
  const { tests, pages } = testsReachedBy(['resources/positions.ts'])
  expect(pages).toContain('/app/operation/position/:id')
  expect(tests).toEqual(
    expect.arrayContaining([
      'tests/server/entities/positions.test.ts',
      'tests/server/conformance/lists.test.ts',
    ]),
  )
})

test('a handler reaches the tests that make its calls, and no browser', () => {
  const { tests, needsBrowser } = testsReachedBy(['server/routes/positions.ts'])
  expect(tests).toContain('tests/server/entities/positions.test.ts')
  expect(tests).not.toContain('tests/server/entities/articles.test.ts')
  expect(needsBrowser).toBe(false)
})

test('a part that every page shows reaches all screens and pages, and what no rule knows reaches everything', () => {
  const shared = testsReachedBy(['src/ui/Button.tsx'])
  expect(shared.pages?.length).toBeGreaterThan(50)
  expect(shared.tests).toContain('tests/screens/list.test.tsx')
  const { tests, pages } = testsReachedBy(['package-lock.json', 'vite.config.ts'])
  expect(pages).toBeUndefined()
  expect(tests).toContain('tests/server/entities/articles.test.ts')
})

test('conventions are always reached, and a document reaches what reads it', () => {
  const { tests } = testsReachedBy(['docs/use.zh-CN.md'])
  expect(tests).toContain('tests/architecture.test.ts')
  expect(tests.filter(file => file.startsWith('tests/e2e/'))).toEqual(['tests/e2e/guide.test.ts'])
})
