import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'

import type { Plugin } from 'vite'

import { root } from './folders.ts'
import { importRules } from './imports.ts'
import { type Conversions, sourcesFor } from './sources.ts'

type Options = { half: 'client' | 'server' | 'both'; conversions?: Conversions }

/** Names the extensions of a build beside its result, so that another list leads to another build (`bootstrap.mjs`). */
const marker = (folders: readonly string[]) => createHash('sha256').update(folders.join()).digest('hex')

/** Builds the extensions in these folders into the product; without folders there is no plugin. */
export const extensionPlugins = (folders: readonly string[], { half, conversions }: Options): Plugin[] => {
  if (folders.length === 0) return []
  const sources = sourcesFor(folders, conversions)
  const ruleFor = importRules(folders, half)
  const isPagePart = (id: string) =>
    half === 'server' && /\.(tsx|css)$/.test(id) && folders.some(it => id.startsWith(it + sep))
  return [
    {
      name: 'extensions',
      enforce: 'pre',
      // Vitest would keep a source although a file was added to the folder of which it is made.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (sources.has(id) ? false : undefined)),
      config: () => ({ server: { fs: { allow: [root, ...folders] } } }),
      async resolveId(specifier, importer) {
        const target = importer && ruleFor(specifier, importer.split('?')[0]!)
        if (!target) return null
        if ('file' in target) return target.file
        if ('asUsual' in target) return null
        return this.resolve(specifier, join(root, 'extend/index.ts'), { skipSelf: true })
      },
      load(id) {
        // The server names the pages of an extension, and never opens them.
        if (isPagePart(id)) return 'export default null'
        return sources.get(id)?.() ?? null
      },
      writeBundle: ({ dir }) => {
        if (dir) writeFileSync(join(dir, '.extensions'), marker(folders))
      },
    },
  ]
}
