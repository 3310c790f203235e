import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { Hono } from 'hono'

// The addresses are relative to the page, since the interface can be served under any path.
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
    <script src="docs/swagger-ui-bundle.js" defer></script>
    <script src="docs/show.js" defer></script>
  </head>
  <body>
    <div id="swagger-ui"></div>
  </body>
</html>
`

/** `validatorUrl: null` keeps the viewer from sending the document to swagger.io. */
const script = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
})
`

const contentTypes = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

/** Resolved at the first request, so that a server without the package lacks only the viewer. */
const readViewerFile = (name: string) =>
  readFile(join(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'), '..', name))

/**
 * Swagger UI for `openapi.json`, which is served next to it. It works under the content security policy of every page: its
 * files come from the installed package, and it contacts no other site.
 */
export const apiDocsRoutes = (): Hono => {
  const routes = new Hono()
  routes.get('/docs', http => http.html(page))
  routes.get('/docs/show.js', http =>
    http.body(script, 200, { 'Content-Type': contentTypes['swagger-ui-bundle.js'] }),
  )
  for (const [name, type] of Object.entries(contentTypes))
    routes.get(`/docs/${name}`, async http =>
      http.body(await readViewerFile(name), 200, {
        'Content-Type': type,
        'Cache-Control': 'private, max-age=86400',
      }),
    )
  return routes
}
