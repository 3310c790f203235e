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

const source = join(import.meta.dirname, 'src/')
/** Cascade layers of the style sheets of these folders of `src`; all others are in `parts`. */
const layers: Readonly<Record<string, string>> = { theme: 'ui', ui: 'ui', pages: 'page' }

/**
 * Puts each style sheet into a cascade layer, so that a page overrides a shared part whichever of them is loaded first.
 * tokens.css, which every document loads first, declares the order of the layers; MUI's styles are below all classes of the
 * product (`src/theme/muiLayer.ts`), and sheets of extensions above them, because they are in no layer.
 */
export const layerStyles = (): Plugin => ({
  name: 'layer-styles',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css(\?|$)/ },
    handler: (code, id) => {
      if (!id.startsWith(source)) return null
      const [folder, name] = id.slice(source.length).split(/[/?]/)
      const layer = name === 'tokens.css' ? 'tokens' : (layers[folder!] ?? 'parts')
      const order = layer === 'tokens' ? '@layer tokens, mui, ui, parts, page;' : ''
      return { code: `${order}@layer ${layer} {${code}}`, map: null }
    },
  },
})

/** Replaces the calls that are made before the declarations are loaded by their value. */
export const evaluateBootstrapCalls = (): Plugin => ({
  name: 'evaluate-bootstrap-calls',
  apply: 'build',
  load: {
    filter: { id: /\/providers\/bootstrapCalls\.ts$/ },
    handler: async id => {
      const { module } = await runnerImport<Record<string, object>>(id, {
        configFile: false,
        logLevel: 'error',
      })
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
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

/**
 * React-admin's own lists offer no export, unless a page names an `exporter`: it would write what the page shows without the
 * right, the reason and the log entry of an export, and its package is 2.5 kB of the first list.
 */
export const omitExporter = (): Plugin => ({
  name: 'omit-exporter',
  enforce: 'pre',
  load: id =>
    id.endsWith('/ra-core/dist/export/defaultExporter.js') ? 'export const defaultExporter = false' : null,
})

/**
 * Leaves parts of packages without content in the build. Two are of zod, to which every schema refers. They buy less than 50 ms, but without
 * them the scripts exceed their budgets (tests/e2e/bundle.test.ts). The generator of JSON schemas is 4.9 kB after Brotli (25 ms
 * at 1.6 Mbit/s); the server, which describes its calls by it, runs without this build. The English messages are 0.7 kB;
 * `resources/kit/messages.ts` has a message for every issue. The third are the rules of English plurals,
 * by which react-admin names a resource that has no label; here each has one.
 */
export const omitUnused = (): Plugin => ({
  name: 'omit-unused',
  apply: 'build',
  enforce: 'pre',
  async load(id) {
    if (id.endsWith('/zod/v4/locales/en.js')) return 'export default () => ({})'
    if (id.endsWith('/inflection/lib/inflection.js'))
      return (await readFile(id, 'utf8')).replaceAll(
        /^const (\w+) = ([[{])\n[^]*?^[\]}];$/gm,
        (whole, name: string, open: string) =>
          /^(uncountableWords|regex|pluralRules|singularRules)$/.test(name)
            ? `const ${name} = ${open === '[' ? '[]' : '{}'};`
            : whole,
      )
    if (!/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null
    const names = [...(await readFile(id, 'utf8')).matchAll(/^export (?:const|function|class) (\w+)/gm)]
    return names.map(([, name]) => `export const ${name} = () => () => {}`).join('\n')
  },
})

/**
 * Takes the production build of React Router, whose package names the development build to every bundler. It is the same without
 * warnings, which users do not read: 0.4 kB less in the first list.
 */
export const productionRouter = (): Plugin => ({
  name: 'production-router',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!/^react-router(\/dom)?$/.test(source)) return null
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') }
  },
})
