import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'

// Caches V8's compiled code of modules for the next start; if the cache cannot be written, each start compiles anew.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))

// Node 24 parses the nearest package.json for every module that it resolves. That of drizzle-orm has 179 kB and would be
// parsed about three hundred times, which takes two thirds of the time to load the server's modules. drizzle-orm's modules
// import each other by complete relative paths, which need no package.json.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
