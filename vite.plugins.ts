import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import react from '@vitejs/plugin-react'
import type { Plugin, Rolldown } from 'vite'
import { build, runnerImport } from 'vite'

// The steps of the build that are this product's own.

/** Path below which the application is served. */
export const base = '/web/'

/** A chunk and everything it imports before it can run. */
const withImports = (bundle: Rolldown.OutputBundle, fileName: string, seen = new Set<string>()) => {
  const chunk = bundle[fileName]
  if (chunk?.type !== 'chunk' || seen.has(fileName)) return seen
  seen.add(fileName)
  for (const imported of chunk.imports) withImports(bundle, imported, seen)
  return seen
}

/**
 * Names the files of the first screen in the document, as data: the sign-in form fetches them while the password is
 * typed, and the document itself fetches none of them.
 */
export const nameFiles = (modules: readonly string[]): Plugin => ({
  name: 'name-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter(it => it.type === 'chunk')
      const loaded = new Set(
        chunks.filter(it => it.isEntry).flatMap(it => [...withImports(bundle, it.fileName)]),
      )
      const holding = modules.map(module => chunks.find(it => it.moduleIds.some(id => id.endsWith(module))))
      if (holding.includes(undefined)) throw new Error(`No chunk for one of ${modules.join(', ')}`)
      const names = new Set(holding.flatMap(it => [...withImports(bundle, it!.fileName)]))
      const styles = chunks
        .filter(it => names.has(it.fileName))
        .flatMap(it => [...(it.viteMetadata?.importedCss ?? [])])
      const content = [...names, ...styles]
        .filter(it => !loaded.has(it))
        .map(it => base + it)
        .join(' ')
      return [{ tag: 'meta', attrs: { name: 'app-files', content }, injectTo: 'head' }]
    },
  },
})

/** The sign-in page stands in the document, so that it is seen and typed into before any code has arrived. */
export const prerenderSignIn = (): Plugin => ({
  name: 'prerender-sign-in',
  transformIndexHtml: {
    order: 'pre',
    handler: async html => {
      const { module } = await runnerImport<{ prerender: () => string }>(
        join(import.meta.dirname, 'src/entrance/prerender.tsx'),
        { configFile: false, plugins: [react()], logLevel: 'error' },
      )
      return html.replace('<!-- sign-in -->', module.prerender)
    },
  },
})

/**
 * Builds `beforePage.ts` as a classic script without imports and adds it to the head, where it runs before the first paint.
 */
export const addBeforePageScript = (): Plugin => {
  const entry = 'src/entrance/beforePage.ts'
  const tagOf = (attrs: Record<string, string>) => [
    { tag: 'script', attrs, injectTo: 'head-prepend' as const },
  ]
  return {
    name: 'add-before-page-script',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        // The development server sends modules as they are.
        if (!bundle) return tagOf({ type: 'module', src: base + entry })
        const file = Object.values(bundle).find(
          it => it.type === 'asset' && it.names.includes('beforePage.js'),
        )
        if (!file) throw new Error('The build has no beforePage.js')
        return tagOf({ src: base + file.fileName })
      },
    },
    async buildStart() {
      if (this.environment.mode !== 'build') return
      const lib = {
        entry: join(import.meta.dirname, entry),
        formats: ['iife' as const],
        name: 'beforePage',
      }
      const built = await build({
        configFile: false,
        logLevel: 'error',
        build: { write: false, target: 'esnext', lib },
      })
      const [result] = [built].flat()
      if (!result || !('output' in result)) throw new Error(`${entry} was not built`)
      this.emitFile({ type: 'asset', name: 'beforePage.js', source: result.output[0].code })
    },
  }
}

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** The server sends these as they are. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle: async ({ dir = 'dist' }, bundle) => {
    const names = Object.keys(bundle).filter(it => /\.(js|json|css|html|svg)$/.test(it))
    await Promise.all(
      names.flatMap(name =>
        Object.entries(compressors).map(async ([extension, compress]) => {
          const file = join(dir, name)
          await writeFile(`${file}.${extension}`, await compress(await readFile(file)))
        }),
      ),
    )
  },
})

/** The router's build for production, which its package does not offer to bundlers, differs in this constant alone. */
export const useProductionRouter = (): Plugin => ({
  name: 'use-production-router',
  apply: 'build',
  enforce: 'pre',
  load: async id =>
    /\/react-router\/dist\/development\/chunk-\w+\.mjs$/.test(id)
      ? (await readFile(id, 'utf8')).replace(
          'var ENABLE_DEV_WARNINGS = true;',
          'var ENABLE_DEV_WARNINGS = false;',
        )
      : null,
})

/**
 * Replaces two packages of ra-core by smaller modules in the build. The development server bundles whole packages before it
 * serves the first page, with imports that the build leaves out, and uses the packages themselves.
 */
export const replacePackages = (): Plugin => ({
  name: 'replace-packages',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: {
        'jsonexport/dist/index.js': join(import.meta.dirname, 'src/browser/packages/jsonExport.ts'),
        inflection: join(import.meta.dirname, 'src/browser/packages/inflection.ts'),
      },
    },
  }),
})

/** Modules that a library always imports and this client never uses, with what takes their place. */
const unused: readonly (readonly [id: RegExp, replacement: string])[] = [
  // `resources/kit/messages.ts` has a message for every issue.
  [/\/zod\/v4\/locales\/en\.js$/, 'export default () => ({})'],
  // The theme switches ripples off (`src/theme/buttonTheme.ts`).
  [/\/@mui\/material\/ButtonBase\/TouchRipple\.mjs$/, 'export default () => null'],
]

/**
 * Leaves unused modules out of the build (6 kB of the first list). Of zod's generator of JSON schemas, to which every schema
 * refers, the functions are left without content; the server, which describes its calls by it, runs without this build.
 */
export const omitUnused = (): Plugin => ({
  name: 'omit-unused',
  apply: 'build',
  enforce: 'pre',
  async load(id) {
    const replacement = unused.find(([pattern]) => pattern.test(id))?.[1]
    if (replacement !== undefined) return replacement
    if (!/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null
    const names = [...(await readFile(id, 'utf8')).matchAll(/^export (?:const|function|class) (\w+)/gm)]
    return names.map(([, name]) => `export const ${name} = () => () => {}`).join('\n')
  },
})
