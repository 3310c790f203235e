import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { setupBuiltIn } from './product.ts'

/** Where the product is built with the example extension, beside the build without. */
const folder = 'node_modules/.cache/extended'
const root = join(import.meta.dirname, '../..')

const sources = '{examples,extend,providers,resources,server,src}/**/*.{ts,tsx,css,json,sql}'
const newestSource = () =>
  Math.max(
    ...[
      ...globSync(sources, { cwd: root }),
      'package.json',
      'vite.config.ts',
      'vite.plugins.ts',
      'vite.server.ts',
    ].map(it => statSync(join(root, it)).mtimeMs),
  )

/** Builds one half, unless the last build is newer than every source. */
const build = (config: string, result: string) => {
  const marker = statSync(join(root, folder, result, '.extensions'), { throwIfNoEntry: false })
  if (marker && marker.mtimeMs > newestSource()) return
  const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', join(root, config)]
  const options = ['--outDir', join(root, folder, result), '--emptyOutDir', '--logLevel', 'warn']
  // `VITEST` would make it a build for tests.
  const { VITEST: _, ...inherited } = process.env
  const env = { ...inherited, EXTENSIONS: 'examples/training', NODE_ENV: 'production' }
  execFileSync(process.execPath, [...vite, ...options], { cwd: root, env, stdio: ['ignore', 2, 2] })
}

/** Global set-up of the tests that open a product with an extension: it is built as `EXTENSIONS=… npm start` does. */
export const setup = () => {
  mkdirSync(join(root, folder), { recursive: true })
  // The server reads files beside its sources, which it finds from its build.
  for (const name of ['server', 'resources']) {
    const link = join(root, folder, name)
    if (!existsSync(link)) symlinkSync(join(root, name), link)
  }
  build('vite.config.ts', 'dist')
  build('vite.server.ts', 'dist-server')
  return setupBuiltIn(folder)
}
