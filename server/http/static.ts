import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { MiddlewareHandler } from 'hono'

import { type Paths, standardPaths } from './paths.ts'

// Promises Q32, Q34 (server/promises.md).

type HeaderOptions = {
  /** The address people use; https switches on HSTS. */
  publicUrl?: string | undefined
  /** Hosts the browser sends uploads to, beside this server. */
  uploadHosts?: readonly string[]
}

const policy = ({ uploadHosts = [] }: HeaderOptions): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    // Emotion, MUI's style engine, inserts style elements while the page runs.
    "style-src 'self' 'unsafe-inline'",
    // Card pictures and logos may lie in the firm's own bucket or site.
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "font-src 'self' data:",
    ['connect-src', "'self'", ...uploadHosts].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The map of a provider stands in a frame without an origin (public/map.html), which sees nothing of this one. */
const mapPolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  // The libraries make workers and shaders as they run.
  "script-src 'unsafe-inline' 'unsafe-eval' blob: https://map.qq.com https://*.qq.com https://*.gtimg.com https://webapi.amap.com https://*.amap.com https://*.autonavi.com",
  "style-src 'unsafe-inline' https://*.qq.com https://*.amap.com",
  'img-src data: blob: https:',
  'font-src data: https://*.qq.com https://*.amap.com',
  'connect-src blob: data: https://*.qq.com https://*.gtimg.com https://*.amap.com https://*.autonavi.com',
  'worker-src blob:',
  "frame-ancestors 'self'",
].join('; ')
const mapHeaders = [
  ['Content-Security-Policy', mapPolicy],
  ['X-Frame-Options', 'SAMEORIGIN'],
  // By which a provider tells whose key it is.
  ['Referrer-Policy', 'origin'],
] as const

const headersFor = (options: HeaderOptions): [string, string][] => [
  ['Content-Security-Policy', policy(options)],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ...(options.publicUrl?.startsWith('https:')
    ? ([['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']] satisfies [string, string][])
    : []),
]

/** On every answer that has not set its own: an uploaded file brings a stricter policy. */
export const secureHeaders = (options: HeaderOptions): MiddlewareHandler => {
  const headers = headersFor(options)
  return async (http, next) => {
    await next()
    // Hono's own `header` makes a finished answer anew for each, and its body a stream.
    const given = http.res.headers
    for (const [name, value] of headers) if (!given.has(name)) given.set(name, value)
  }
}

const hasDotfile = (path: string): boolean => /(?:^|\/)(?:\.|%2e)/i.test(path)

const isDocument = (path: string): boolean => extname(path) === '' || path.endsWith('.html')

/** The build names everything in assets/ after its content; the icon is asked for at every change of address. */
const cacheControl = (path: string) => {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return isDocument(path) ? 'no-cache' : 'public, max-age=86400'
}

/** The build's document, which is made for the standard paths, with the addresses of its files and both paths as they are served. */
const documentAt = (folder: string, { basePath, apiPath }: Paths): string =>
  readFileSync(join(folder, 'index.html'), 'utf8')
    .replaceAll(/(?<=["' ])\/web\//g, `${basePath}/`)
    .replace(
      '<head>',
      `<head><meta name="base-path" content="${basePath}" /><meta name="api-path" content="${apiPath}" />`,
    )

const serveDocument = (folder: string, paths: Paths): MiddlewareHandler => {
  const { basePath, apiPath } = paths
  if (basePath === standardPaths.basePath && apiPath === standardPaths.apiPath)
    return serveStatic({ root: folder, precompressed: true, path: 'index.html' })
  const html = documentAt(folder, paths)
  return async http => http.html(html)
}

/** The built client, by default under /web/; an address of the application, which is no file, gets the document. */
export const staticRoutes = (folder: string, paths: Paths = standardPaths): Hono => {
  const routes = new Hono()
  const { basePath } = paths
  const within = (path: string) => path.slice(basePath.length)
  const files = serveStatic({ root: folder, precompressed: true, rewriteRequestPath: within })
  const document = serveDocument(folder, paths)

  routes.get('/', http => http.redirect(`${basePath}/`))
  routes.get(basePath, http => http.redirect(`${basePath}/`))
  routes.use(`${basePath}/*`, async (http, next) => {
    if (hasDotfile(http.req.path)) return http.notFound()
    await next()
    if (http.res.status === 404) return
    const path = within(http.req.path)
    http.header('Cache-Control', cacheControl(path))
    if (path === '/map.html') for (const [name, value] of mapHeaders) http.header(name, value)
  })
  // The document has addresses in it, which the file has not.
  for (const path of ['/', '/index.html']) routes.get(basePath + path, document)
  routes.use(`${basePath}/*`, files)
  routes.use(`${basePath}/*`, async (http, next) =>
    isDocument(http.req.path) ? document(http, next) : next(),
  )
  return routes
}
