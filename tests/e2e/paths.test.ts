import { expect, test } from 'vitest'

import { signIn, useProduct } from '../support/product.ts'

const product = useProduct({ BASE_PATH: '/kaka/admin', API_PATH: '/kaka/api' })

const ask = (path: string, init: RequestInit = {}) =>
  fetch(product.url + path, { redirect: 'manual', ...init })

test('the product works under other paths, with files and uploads, and requests nothing outside them', async () => {
  const { page, context, complaints } = await product.openWindow()
  const paths = new Set<string>()
  page.on('request', request => paths.add(new URL(request.url()).pathname))
  await page.goto('/kaka/admin/')
  await signIn(page, 'admin')
  await page.goto('/kaka/admin/app/office')
  await page.locator('table tbody tr').first().waitFor()
  const [token] = (await context.cookies()).filter(cookie => cookie.name === 'tenant-admin-token')
  expect(token?.path).toBe('/kaka/admin')
  await page.goto('/kaka/admin/app/lawyer')
  const picture = page.locator('img[src*="/files/"]').first()
  await picture.waitFor()
  expect(await picture.getAttribute('src')).toMatch(/^\/kaka\/api\/files\/1\//)
  await expect
    .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  expect([...paths].filter(path => !/^\/kaka\/(admin|api)\//.test(path))).toEqual([])
  expect(complaints).toEqual([])
})

test('the server answers under these paths only, including health and API description', async () => {
  expect((await ask('/')).headers.get('location')).toBe('/kaka/admin/')
  expect((await ask('/web/')).status).toBe(404)
  expect((await ask('/api/conf/app')).status).toBe(404)
  expect((await ask('/kaka/api/health/ready')).status).toBe(200)
  const description = (await (await ask('/kaka/api/openapi.json')).json()) as { servers: unknown }
  expect(description.servers).toEqual([{ url: '/kaka/api' }])
})

test('the page that verifies a card is below the path of the interface, and the public keys at the root of the host', async () => {
  expect((await ask('/.well-known/jwks.json')).status).toBe(404)
  expect((await ask('/kaka/api/verify?k=1')).status).toBe(404)
  const { page, context } = await product.openWindow()
  await page.goto('/kaka/admin/')
  await signIn(page, 'admin')
  const token = (await context.cookies()).find(({ name }) => name === 'tenant-admin-token')!.value
  const address = `${product.url.replace('http:', 'https:')}/kaka/api/verify`
  const saved = await ask('/kaka/api/firmConf/cardVerification', {
    method: 'PUT',
    headers: { Token: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ isOn: 1, isPrinted: 0, tellsLeft: 1, address, version: 0 }),
  })
  expect(await saved.json()).toMatchObject({ code: '200' })
  expect((await ask('/api/verify?k=1')).status).toBe(404)
  expect(await (await ask('/kaka/api/verify?k=1')).text()).toContain('没有这张名片')
  expect(await (await ask('/.well-known/jwks.json')).json()).toMatchObject({ keys: [{ kty: 'EC' }] })
})
