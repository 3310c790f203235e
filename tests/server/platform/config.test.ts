import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { readConfig, variables } from '../../../server/process/config.ts'
import { folderOfTest } from '../../support/folder.ts'

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      isDemo: true,
      captchaProvider: 'picture',
    })
  })

  it('treats an empty value as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined })
  })

  it.each([
    ['PORT', '99999'],
    ['PORT', '80 80'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['BASE_PATH', '/web/'],
    ['API_PATH', '/v2'],
    ['SMS_PROVIDER', 'pigeon'],
    ['API_TARGET', 'example.com'],
    ['DEMO', 'yes'],
    ['DEMO_PASSWORD', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['DISK_LOW_MB', '-1'],
    ['DRAIN_SECONDS', '5s'],
    ['DATABASE_REPLICA_URL', 'postgresql://localhost/x'],
    ['BUCKET_SECRET', 'alone'],
    ['BUCKET_URL', 'bucket'],
    ['TRUSTED_PROXIES', 'localhost'],
    ['SMTP_URL', 'smtp://mail.example.com'],
    ['LOG_FORWARD_URL', 'http://logs.example.com/in'],
    ['LOG_FORWARD_URL', 'https://name:password@logs.example.com/in'],
    ['LOG_FORWARD_URL', 'https://logs.example.com/in?key=secret'],
    ['LOG_FORWARD_TOKEN', 'a-token-without-a-receiver'],
    ['LOG_FORWARD_BUCKET_SECRET', 'alone'],
    ['MAIL_FROM', 'cards@firm.example'],
    ['DATABASE_URL', 'postgresql://localhost/x?target_session_attrs=prefer-standby'],
    ['DIRECT_DATABASE_URL', 'postgresql://a,b/x?target_session_attrs=read-only'],
    ['DATABASE_REPLICA_URL', 'postgresql://localhost/x?target_session_attrs=read-write'],
  ])('refuses %s=%s and names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })

  it('reads every secret from a file too, without the final line break', async () => {
    const file = join(await folderOfTest('secrets'), 'secret')
    await writeFile(file, `${'s'.repeat(32)}\n`)
    expect(readConfig({ AUDIT_KEY_FILE: file }).auditKey).toBe('s'.repeat(32))
    const hidden = 'me:a-long-password@localhost/x'
    const bucketOf = (prefix: string) => ({
      [`${prefix}_URL`]: 'https://host/bucket',
      [`${prefix}_KEY_ID`]: 'id',
      [`${prefix}_SECRET`]: 'secret',
    })
    for (const { name } of variables.filter(({ isSecret }) => isSecret)) {
      const prefix = /^(BACKUP_|LOG_FORWARD_)?BUCKET/.exec(name)?.[0]
      const rest = prefix !== undefined && bucketOf(prefix)
      const beside = name === 'DATABASE_REPLICA_URL' && { DATABASE_URL: 'postgresql://localhost/x' }
      const mail = name === 'SMTP_URL' && { MAIL_FROM: 'cards@firm.example' }
      const service = name === 'TRANSLATION_KEY' && { TRANSLATION_URL: 'https://models.example/v1' }
      const receiver = name === 'LOG_FORWARD_TOKEN' && { LOG_FORWARD_URL: 'https://logs.example/' }
      await writeFile(file, `${mail ? 'smtps' : 'postgresql'}://${hidden}`)
      const config = readConfig({
        ...rest,
        ...beside,
        ...mail,
        ...service,
        ...receiver,
        [name]: undefined,
        [`${name}_FILE`]: file,
      })
      expect(JSON.stringify(config), name).toContain(hidden)
    }
  })

  it('refuses a secret that is given twice, and an empty or missing file', async () => {
    const file = join(await folderOfTest('secrets'), 'secret')
    const key = 's'.repeat(32)
    expect(() => readConfig({ AUDIT_KEY_FILE: file })).toThrow(/AUDIT_KEY_FILE.*ENOENT/)
    await writeFile(file, '\n')
    expect(() => readConfig({ AUDIT_KEY_FILE: file })).toThrow(/AUDIT_KEY_FILE.*empty/)
    await writeFile(file, key)
    expect(() => readConfig({ AUDIT_KEY: key, AUDIT_KEY_FILE: file })).toThrow(/one of them only/)
  })

  it('names every wrong variable at once', () => {
    const wrong = {
      PORT: 'x',
      BUCKET_URL: 'https://host/bucket',
      SMTP_URL: 'smtp://mail',
      BACKUP_AGE_RECIPIENTS: 'me',
    }
    for (const name of Object.keys(wrong))
      expect(() => readConfig(wrong)).toThrow(new RegExp(`^  ${name}`, 'm'))
  })

  it('does not show refused values', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://me:hidden@localhost/x' })).not.toThrow(/hidden/)
  })

  it.each([
    { DEMO: 'on' },
    { SMS_PROVIDER: 'file' },
    { CAPTCHA_PROVIDER: 'file' },
    { CLOCK_OFFSET_FILE: 'clock' },
  ])('refuses %o in production', env => {
    expect(() => readConfig({ NODE_ENV: 'production', ...env })).toThrow(/生产环境/)
  })

  it('has no demo in production or beyond this machine by default, and refuses an explicit one', () => {
    expect(readConfig({ NODE_ENV: 'production' }).isDemo).toBe(false)
    expect(readConfig({ HOST: '0.0.0.0' }).isDemo).toBe(false)
    expect(() => readConfig({ HOST: '0.0.0.0', DEMO: 'on' })).toThrow(/loopback/)
  })

  it('describes the interface, in production only on request', () => {
    expect(readConfig({}).isDescribed).toBe(true)
    expect(readConfig({ API_DOCS: 'off' }).isDescribed).toBe(false)
    expect(readConfig({ NODE_ENV: 'production' }).isDescribed).toBe(false)
    expect(readConfig({ NODE_ENV: 'production', API_DOCS: 'on' }).isDescribed).toBe(true)
  })

  it('finds the bucket in the path of its address, or with the style option in its host', () => {
    const keys = { BUCKET_KEY_ID: 'k', BUCKET_SECRET: 's' }
    const nameOf = (BUCKET_URL: string, BUCKET_STYLE?: string) =>
      readConfig({ ...keys, BUCKET_URL, BUCKET_STYLE }).bucket?.name
    expect(nameOf('https://minio.example.cn/cards/')).toBe('cards')
    expect(nameOf('https://cards.oss-cn-hangzhou.aliyuncs.com', 'virtual')).toBe('cards')
    expect(() => nameOf('https://cards.oss-cn-hangzhou.aliyuncs.com')).toThrow('缺少桶名')
    expect(() => nameOf('https://cards.oss-cn-hangzhou.aliyuncs.com/cards', 'virtual')).toThrow('不带路径')
  })
})
