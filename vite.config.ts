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
 * What every screen and the first list need goes into two files, ours and the libraries, which change less often; left
 * alone, the bundler makes forty of it, each compressed by itself and fetched six at a time.
 */
const shellOf = (modules: readonly string[]) => {
  const shell = new Set<string>()
  const collect = (of: Rolldown.PluginContext, id: string, into: Set<string>) => {
    if (into.has(id)) return
    into.add(id)
    for (const imported of of.getModuleInfo(id)?.importedIds ?? []) collect(of, imported, into)
  }
  const plugin: Plugin = {
    name: 'collect-shell',
    apply: 'build',
    buildEnd() {
      const entry = new Set<string>()
      for (const id of this.getModuleIds()) {
        if (this.getModuleInfo(id)?.isEntry) collect(this, id, entry)
        if (modules.some(it => id.endsWith(it))) collect(this, id, shell)
      }
      for (const id of entry) shell.delete(id)
    },
  }
  const nameOf = (id: string) =>
    shell.has(id) && !id.endsWith('.css') ? (id.includes('node_modules') ? 'libraries' : 'shell') : null
  return { plugin, nameOf }
}

/**
 * Names the application's chunks in the document, as data: the sign-in form fetches them while the password is
 * typed, and the document itself fetches none of them.
 */
const nameChunks = (modules: readonly string[]): Plugin => ({
  name: 'name-chunks',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const chunkOf = (module: string) => {
        const chunk = Object.values(bundle).find(
          it => it.type === 'chunk' && it.moduleIds.some(id => id.endsWith(module)),
        )
        if (!chunk) throw new Error(`No chunk has ${module}`)
        return chunk.fileName
      }
      const entries = modules.map(chunkOf)
      const names = new Set(entries.flatMap(it => [...withImports(bundle, it)]))
      const own = Object.values(bundle).find(it => it.type === 'chunk' && it.isEntry)
      for (const loaded of own ? withImports(bundle, own.fileName) : []) names.delete(loaded)
      const content = [...names].map(it => base + it).join(' ')
      return [{ tag: 'meta', attrs: { name: 'app-chunks', content }, injectTo: 'head' }]
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

const first = ['src/App.tsx', 'src/views/ResourceList.tsx']
const shell = shellOf(first)

const database = ['tests/support/database.ts']
const slow = { testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  base,
  plugins: [react(), leaveOut(), shell.plugin, nameChunks(first), precompress()],
  build: {
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'index', test: /src\/main\.ts$/, priority: 1 },
            { name: 'shell', test: /src\/(App|views\/ResourceList)\.tsx$/ },
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
