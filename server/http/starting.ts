import { Hono } from 'hono'

/** Seconds after which a browser asks again. */
const RETRY_SECONDS = 2

const sentence = '服务正在启动，请稍候'

/** Without scripts and files, which nothing serves yet. */
const page = `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>${sentence}</title>
<body style="display: grid; place-content: center; min-height: 90vh; font-family: sans-serif; text-align: center">
<h1 style="font-size: 17px">${sentence}</h1>
<p lang="en">The service is starting; this page reloads by itself.</p>
</body>
</html>
`

/** Whether the request wants a page for a person to read, as a browser asks for one. */
const wantsPage = (accept: string | undefined) => accept?.includes('text/html') ?? false

/** Answers until the start is complete; the port is taken before anything is changed. */
export const startingApp = (): Hono => {
  const answer = (code: string, message: string) => ({ code, message, data: null })
  const headers = { 'Cache-Control': 'no-store', 'Retry-After': String(RETRY_SECONDS) }
  return new Hono()
    .get('/health/live', http => http.json(answer('200', '操作成功')))
    .all('*', http =>
      wantsPage(http.req.header('accept'))
        ? http.html(page, 503, headers)
        : http.json(answer('5030', sentence), 503, headers),
    )
}
