import { globSync, readFileSync } from 'node:fs'

import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const engine =
  /^(resources\/kit\/|src\/(list|form|record)\/|src\/fields\/(kinds|useField)|providers\/dataProvider|server\/(engine|records)\/|server\/context\/(bind|checks)\.ts|server\/db\/(additionalFields|lists\/select)\.ts|server\/routes\/(served|(bulk|imports|timeline)\/kinds|lists\/\w+)\.ts)/

const isConst = (type: unknown): boolean =>
  typeof type === 'object' &&
  type !== null &&
  'typeName' in type &&
  (type.typeName as { name?: string }).name === 'const'

const castsIn = (file: string): number => {
  let casts = 0
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('type' in value && value.type === 'TSAsExpression' && 'typeAnnotation' in value)
      casts += isConst(value.typeAnnotation) ? 0 : 1
    for (const part of Object.values(value)) visit(part)
  }
  visit(parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return casts
}

/** Each cast has a comment with its reason. When casts are removed, the limit is lowered. */
test('casts outside the engine do not increase', () => {
  const files = globSync('{resources,providers,src,server}/**/*.{ts,tsx}').filter(it => !engine.test(it))
  expect(files.reduce((sum, file) => sum + castsIn(file), 0)).toBeLessThanOrEqual(19)
})
