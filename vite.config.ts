import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import react from '@vitejs/plugin-react'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'

const base = '/web/'

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
const nameFiles = (modules: readonly string[]): Plugin => ({
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

const identities = [
  'humanize',
  'singularize',
  'underscore',
  'transform',
  'pluralize',
  'inflect',
  'capitalize',
]

/**
 * What react-admin and MUI import and nothing of ours reaches, 6 kB of the first load: the exporter of react-admin's own
 * list; English plurals for resources without a label; the ripple, which theme.ts switches off.
 */
const unused: [RegExp, string][] = [
  [/node_modules\/jsonexport\/dist\/.*\.js$/, 'export default () => null'],
  [/node_modules\/@mui\/material\/ButtonBase\/TouchRipple\.m?js$/, 'export default () => null'],
  [
    /node_modules\/inflection\/lib\/.*\.js$/,
    identities.map(it => `export const ${it} = text => text`).join('\n'),
  ],
]

/** zod's schemas know how to write themselves as JSON schema, 4 kB that only the server wants. */
const zodSchemas = /node_modules\/zod\/v4\/classic\/schemas\.js$/
const withoutJsonSchema = (code: string) =>
  [
    /inst\._zod\.processJSONSchema = [^;]*;/g,
    /createStandardJSONSchemaMethod(?=\(this)/g,
    /createToJSONSchemaMethod(?=\(this)/g,
  ].reduce((rest, pattern) => {
    const shorter = rest.replaceAll(
      pattern,
      pattern.source.startsWith('inst') ? '' : '(() => () => undefined)',
    )
    if (shorter === rest) throw new Error(`zod has changed: nothing matches ${pattern.source}`)
    return shorter
  }, code)

const leaveOut = (): Plugin => ({
  name: 'leave-out',
  apply: 'build',
  load: id => unused.find(([pattern]) => pattern.test(id))?.[1] ?? null,
  transform: (code, id) => (zodSchemas.test(id) ? { code: withoutJsonSchema(code), map: null } : null),
})

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** The server sends these as they are. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle: async ({ dir = 'dist' }, bundle) => {
    const names = Object.keys(bundle).filter(it => /\.(js|css|html|svg)$/.test(it))
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

const firstScreen = ['src/App.tsx', 'src/views/ResourceList.tsx']

const database = ['tests/support/database.ts']
const slow = { testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  base,
  plugins: [react(), leaveOut(), nameFiles(firstScreen), precompress()],
  build: {
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file for what the first list needs, and one for what a form needs besides. Left alone, the bundler makes
          // forty and twenty of it, each compressed by itself (22 kB more) and fetched six at a time. The sign-in page's
          // own file goes first.
          groups: [
            { name: 'index', test: /src\/main\.ts$/, priority: 1 },
            { name: 'shell', test: /src\/(App|views\/ResourceList)\.tsx$/ },
            { name: 'form', test: /src\/views\/ResourceForm\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    // Hot reload against the server of `npm start`, or a firm's own back-end.
    proxy: {
      '/api': {
        target: process.env['API_TARGET'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 8080}`,
        changeOrigin: true,
      },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/*.test.ts', 'tests/{declarations,providers}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/{server,contract}/**/*.test.ts'],
          globalSetup: database,
          ...slow,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: './tests/support/screenEnvironment.ts',
          include: ['tests/screens/**/*.test.tsx'],
          globalSetup: database,
          ...slow,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: database,
          // One browser at a time on two cores; after everything else.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          ...slow,
          testTimeout: 180_000,
        },
      },
    ],
  },
})
