import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../server/process/config.ts'

// Promise Q59 (server/promises.md).

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      isDemo: true,
      captchaProvider: 'picture',
    })
  })

  it('takes an empty value for none', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined })
  })

  it.each([
    ['PORT', '99999'],
    ['PORT', '80 80'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SMS_PROVIDER', 'pigeon'],
    ['API_TARGET', 'example.com'],
    ['DEMO', 'yes'],
    ['DEMO_PASSWORD', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['DISK_LOW_MB', '-1'],
    ['DRAIN_SECONDS', '5s'],
    ['BUCKET_SECRET', 'alone'],
    ['BUCKET_URL', 'bucket'],
    ['TRUSTED_PROXIES', 'localhost'],
  ])('refuses %s=%s and names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })

  it('keeps the values it refuses to itself', () => {
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

  it('has no demo in production or beyond this machine, unless asked, and then refuses', () => {
    expect(readConfig({ NODE_ENV: 'production' }).isDemo).toBe(false)
    expect(readConfig({ HOST: '0.0.0.0' }).isDemo).toBe(false)
    expect(() => readConfig({ HOST: '0.0.0.0', DEMO: 'on' })).toThrow(/loopback/)
  })

  it('finds the bucket in the path of its address, or in its host where that is said', () => {
    const keys = { BUCKET_KEY_ID: 'k', BUCKET_SECRET: 's' }
    const nameOf = (BUCKET_URL: string, BUCKET_STYLE?: string) =>
      readConfig({ ...keys, BUCKET_URL, BUCKET_STYLE }).bucket?.name
    expect(nameOf('https://minio.example.cn/cards/')).toBe('cards')
    expect(nameOf('https://cards.oss-cn-hangzhou.aliyuncs.com', 'virtual')).toBe('cards')
    expect(() => nameOf('https://cards.oss-cn-hangzhou.aliyuncs.com')).toThrow('缺少桶名')
    expect(() => nameOf('https://cards.oss-cn-hangzhou.aliyuncs.com/cards', 'virtual')).toThrow('不带路径')
  })
})
