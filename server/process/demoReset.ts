import { variables } from './variables.ts'

// A demo that is emptied each hour (DEMO_RESET) and sends nothing.

/**
 * The variables that may be set beside DEMO_RESET. Any other one is refused, so that a variable added later, which may
 * name a service to send to or a place to store in, must be allowed here first.
 */
const harmless: ReadonlySet<string> = new Set([
  'NODE_ENV',
  'HOST',
  'PORT',
  'DATA_DIR',
  'DEMO',
  'DEMO_PASSWORD',
  'DEMO_RESET',
  'PREPARED_STATEMENTS',
  'CAPTCHA_PROVIDER',
  'CLOCK_OFFSET_FILE',
  'API_DOCS',
  'PUBLIC_URL',
  'BASE_PATH',
  'API_PATH',
  'SECURITY_CONTACT',
  'SECURITY_POLICY',
  'TRUSTED_PROXIES',
  'LOG_LEVEL',
  'LOG_KEEP_MONTHS',
  'MESSAGE_KEEP_MONTHS',
  'REVISION_KEEP_MONTHS',
  'DISK_LOW_MB',
  'DRAIN_SECONDS',
  'ACCESS_LOG',
  'MANAGEMENT_HOST',
  'MANAGEMENT_PORT',
])

type DemoSettings = { isDemo: boolean; isDemoReset: boolean; demoPassword: string | undefined }

/** Why a demo cannot be reset each hour with these variables; one sentence for each that stands in the way. */
export const demoResetProblems = (
  { isDemo, isDemoReset, demoPassword }: DemoSettings,
  texts: Readonly<Record<string, string | undefined>>,
): string[] => {
  if (!isDemoReset) return []
  const others = variables.filter(({ name }) => texts[name] !== undefined && !harmless.has(name))
  return [
    ...(isDemo ? [] : ['DEMO_RESET: 只用于演示，请同时设置 DEMO=on；only beside DEMO=on']),
    ...(demoPassword === undefined
      ? ['DEMO_PASSWORD: 定时重置的演示需要固定的密码；a demo that resets itself needs a fixed password']
      : []),
    ...others.map(
      ({ name }) =>
        `${name}: 定时重置的演示不向外发送、也不在别处保存，请去掉；not beside DEMO_RESET, which sends nothing and stores nothing elsewhere`,
    ),
  ]
}
