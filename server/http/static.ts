import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { MiddlewareHandler } from 'hono'

import { previewPath } from '../../resources/domain/previewPath.ts'
import { type Paths, standardPaths } from './paths.ts'

type HeaderOptions = {
  /** The public address of the product; https switches on HSTS. */
  publicUrl?: string | undefined
  /** Hosts that the browser sends uploads to, besides this server. */
  uploadHosts?: readonly string[]
}

const policy = ({ uploadHosts = [] }: HeaderOptions): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    // Emotion, MUI's style engine, inserts style elements while the page runs.
    "style-src 'self' 'unsafe-inline'",
    // Card pictures and logos may be stored in the firm's own bucket or on its site.
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "font-src 'self' data:",
    ['connect-src', "'self'", ...uploadHosts].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * The provider's map runs in a sandboxed frame without an origin (public/map.html), which has no access to
 * this page.
 */
const mapPolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  // The map libraries create workers and shaders at run time.
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
  // Map providers check the referrer against the key's allowed sites.
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

/** Sets the security headers that an answer has not set itself; an uploaded file has a stricter policy. */
export const secureHeaders = (options: HeaderOptions): MiddlewareHandler => {
  const headers = headersFor(options)
  return async (http, next) => {
    await next()
    // Hono's `header` would rebuild a finished answer for each header and turn its body into a stream.
    const answerHeaders = http.res.headers
    for (const [name, value] of headers) if (!answerHeaders.has(name)) answerHeaders.set(name, value)
  }
}

const isDotfilePath = (path: string): boolean => /(?:^|\/)(?:\.|%2e)/i.test(path)

const isDocument = (path: string): boolean => extname(path) === '' || path.endsWith('.html')

/**
 * The build puts a content hash into the names in assets/; browsers request the icon at every change of
 * address.
 */
const cacheControl = (path: string) => {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return isDocument(path) ? 'no-cache' : 'public, max-age=86400'
}

/** The built document, which contains the standard paths, with the paths under which it is served. */
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

/**
 * Serves the built client, by default under /web/. Application routes, which are not files, get the document.
 */
export const staticRoutes = (folder: string, paths: Paths = standardPaths): Hono => {
  const routes = new Hono()
  const { basePath } = paths
  const pathWithinBase = (path: string) => path.slice(basePath.length)
  const files = serveStatic({ root: folder, precompressed: true, rewriteRequestPath: pathWithinBase })
  const document = serveDocument(folder, paths)

  routes.get('/', http => http.redirect(`${basePath}/`))
  routes.get(basePath, http => http.redirect(`${basePath}/`))
  routes.use(`${basePath}/*`, async (http, next) => {
    if (isDotfilePath(http.req.path)) return http.notFound()
    await next()
    if (http.res.status === 404) return
    const path = pathWithinBase(http.req.path)
    http.header('Cache-Control', cacheControl(path))
    if (path === '/map.html') for (const [name, value] of mapHeaders) http.header(name, value)
    if (path === previewPath) http.header('Referrer-Policy', 'no-referrer')
  })
  // The document is served separately, because its paths are replaced.
  for (const path of ['/', '/index.html']) routes.get(basePath + path, document)
  routes.use(`${basePath}/*`, files)
  routes.use(`${basePath}/*`, async (http, next) =>
    isDocument(http.req.path) ? document(http, next) : next(),
  )
  return routes
}
