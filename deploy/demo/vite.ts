import { join } from 'node:path'

import type { InlineConfig, Plugin } from 'vite'

import config from '../../vite.config.ts'
import { base } from '../../vite.plugins.ts'

const root = join(import.meta.dirname, '../..')

/** The folder of the static demo, and that of the client in it. */
export const demoFolder = join(root, 'dist-demo')
export const clientFolder = join(demoFolder, 'web')

/** As the server's own policy, but without any other host: nothing leaves the address of the demo. */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

/** Starts the demo instead of the product, and names all files relative to the document. */
const startDemo = (): Plugin => ({
  name: 'start-demo',
  transformIndexHtml: {
    order: 'pre',
    handler: html =>
      html
        .replace('/src/app/main.ts', '/deploy/demo/page/main.ts')
        .replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}" />`),
  },
})

const nameRelatively = (): Plugin => ({
  name: 'name-relatively',
  transformIndexHtml: { order: 'post', handler: html => html.replaceAll(/(?<=["' ])\/web\//g, './') },
})

/** Compressing is up to the host; the schemas of the calls are needed to read requests. */
const leftOut = new Set(['precompress', 'omit-unused'])

const isKept = (plugin: unknown) =>
  !(typeof plugin === 'object' && plugin !== null && 'name' in plugin && leftOut.has(String(plugin.name)))

/** Vite's configuration of the static demo: that of the product, with a document and an entry of its own. */
export const demoConfig: InlineConfig = {
  root,
  base,
  configFile: false,
  logLevel: 'warn',
  experimental: config.experimental!,
  plugins: [startDemo(), ...(config.plugins ?? []).filter(isKept), nameRelatively()],
  build: {
    ...config.build,
    outDir: clientFolder,
    emptyOutDir: true,
    // Left to the bundler: in one file with the entry, the product would start before the demo.
    rolldownOptions: {},
  },
}
