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
 * Names the application's chunks in the document, as data: the sign-in form fetches them while the password is
 * typed, and the document itself fetches none of them.
 */
const nameChunks = (modules: readonly string[]): Plugin => ({
  name: 'name-chunks',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const entries = Object.values(bundle).flatMap(it =>
        it.type === 'chunk' && modules.some(module => it.facadeModuleId?.endsWith(module))
          ? [it.fileName]
          : [],
      )
      if (entries.length !== modules.length) throw new Error(`No chunk for one of ${modules.join(', ')}`)
      const names = new Set(entries.flatMap(it => [...withImports(bundle, it)]))
      const own = Object.values(bundle).find(it => it.type === 'chunk' && it.isEntry)
      for (const loaded of own ? withImports(bundle, own.fileName) : []) names.delete(loaded)
      const content = [...names].map(it => base + it).join(' ')
      return [{ tag: 'meta', attrs: { name: 'app-chunks', content }, injectTo: 'head' }]
    },
  },
})

/**
 * What react-admin and MUI import and nothing of ours can reach, 4 kB of the first load: the exporter of react-admin's
 * own list, and the ripple, which theme.ts switches off.
 */
const unused = /node_modules\/(jsonexport\/dist\/.*\.js|@mui\/material\/ButtonBase\/TouchRipple\.m?js)$/

const leaveOut = (): Plugin => ({
  name: 'leave-out',
  apply: 'build',
  load: id => (unused.test(id) ? 'export default () => null' : null),
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

const database = ['tests/support/database.ts']
const slow = { testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  base,
  plugins: [react(), leaveOut(), nameChunks(['src/App.tsx', 'src/views/ResourceList.tsx']), precompress()],
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
