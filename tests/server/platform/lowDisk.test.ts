import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { createStorage } from '../../../server/services/files/storage.ts'
import { startApp, password, type Envelope, type TestApp } from '../../support/app.ts'
import { canMount, mountSmallDisk } from '../../support/disk.ts'
import { folderOfFile, folderOfTest } from '../../support/folder.ts'
import { runServer } from '../../support/process.ts'

const folder = folderOfFile('disk')
let app: TestApp
let isLow = false
let unmount = () => {}
beforeAll(async () => {
  if (canMount) unmount = mountSmallDisk(folder(), 64)
  app = await startApp({
    isDiskLow: () => isLow,
    services: { storage: createStorage(join(folder(), 'files')) },
  })
})
afterAll(async () => {
  await app.close()
  unmount()
})

test('lets people sign in and out while the disk is low, and refuses other changes', async () => {
  const signIn = () =>
    app.send('POST', '/auth/firmAccessUserLogin', {
      body: new URLSearchParams({ account: 'admin', password }),
    })
  isLow = true
  onTestFinished(() => void (isLow = false))
  const { body } = await signIn()
  expect(body.code).toBe('200')
  const { token } = body.data as { token: string }
  const add = { kind: 2, typeName: '婚姻', sort: 0, enabled: 1 } as const
  const admin = await app.as('admin')
  await expect(admin.call('categories.add', add)).rejects.toMatchObject({ code: '5030' })
  expect((await app.send('POST', '/auth/logout', { token, body: {} })).body.code).toBe('200')
})

describe.runIf(canMount)('full disk', () => {
  test('refuses an upload with an explanation and leaves nothing behind', async () => {
    const noise = { width: 400, height: 400, channels: 3 as const, background: '#000' }
    const picture = await sharp({ create: { ...noise, noise: { type: 'gaussian', mean: 120, sigma: 90 } } })
      .png()
      .toBuffer()
    expect(picture.length).toBeGreaterThan(100_000)
    const admin = await app.as('admin')
    const uploadRequest = {
      scene: 'office',
      filename: 'a.png',
      size: picture.length,
      mime: 'image/png',
    } as const
    const { key, policy, signature, accessid } = await admin.call('uploads.ossSign', uploadRequest)
    const form = new FormData()
    const fields = { key, policy, OSSAccessKeyId: accessid, signature, success_action_status: '200' }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(picture)]), 'a.png')
    const response = await app.fetch('/upload', { method: 'POST', body: form })
    expect([response.status, ((await response.json()) as Envelope).code]).toEqual([503, '5030'])
    expect((await app.fetch(`/files/${key}`)).status).toBe(404)
  })

  test('makes a first start fail with a one-line explanation', async () => {
    const small = await folderOfTest('small')
    onTestFinished(mountSmallDisk(small, 4_000))
    const server = runServer({ DATA_DIR: join(small, 'data') })
    expect((await server.ended).code).toBe(1)
    expect(server.errors()).toBe('磁盘已满：请腾出空间后再试；the disk is full\n')
  })
})
