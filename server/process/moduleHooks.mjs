import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'

// What V8 made of a module is kept for the next start; where it can't be written, each start makes it anew.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))

// Node 24 parses the nearest package.json anew for every module it resolves. drizzle-orm's has 179 kB and is asked for some
// three hundred times: two thirds of what it takes to load the modules of the server. Its modules name each other by whole
// relative addresses, which need no package.json.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
