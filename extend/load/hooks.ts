import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { ExtensionError, foldersOf, root } from './folders.ts'
import { importRules } from './imports.ts'
import { sourcesFor } from './sources.ts'

// Hooks for Node, which runs the server of `npm run dev` and some commands from their sources: they replace the lists of
// extensions and check imports as `vite.ts` does for the builds.

const findFolders = () => {
  try {
    return foldersOf(process.env['EXTENSIONS'])
  } catch (error) {
    if (!(error instanceof ExtensionError)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(1)
  }
}

const folders = findFolders()
const sources = sourcesFor(folders)
const ruleFor = importRules(folders, 'server')
const pathOf = (url: string) => (url.startsWith('file:') ? fileURLToPath(url) : url)

registerHooks({
  resolve: (specifier, context, next) => {
    const target = context.parentURL && ruleFor(specifier, pathOf(context.parentURL))
    if (target && 'file' in target) return next(pathToFileURL(target.file).href, context)
    if (target && 'ofProduct' in target)
      return next(specifier, { ...context, parentURL: pathToFileURL(join(root, 'extend/index.ts')).href })
    return next(specifier, context)
  },
  load: (url, context, next) => {
    const source = sources.get(pathOf(url))
    return source ? { format: 'module', source: source(), shortCircuit: true } : next(url, context)
  },
})
