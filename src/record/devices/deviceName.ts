import { type Translate } from '../../../resources/kit/translate.ts'

// The first match counts: most browsers' User-Agent headers also contain the names of older browsers.
const browsers = [
  [/MicroMessenger/, '微信'],
  [/DingTalk/, '钉钉'],
  [/Edg/, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/HuaweiBrowser/, '华为浏览器'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const

const operatingSystems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const firstMatch = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Name of a device from its User-Agent header, for example Chrome（Windows）. */
export const deviceName = (device: string | null, translate: Translate) => {
  const [system, browser] = [operatingSystems, browsers].map(names => {
    const name = firstMatch(names, device ?? '')
    return name && translate(name)
  })
  if (system && browser) return translate('%{browser}（%{system}）', { system, browser })
  return system ?? browser ?? translate('未知设备')
}

export const isPhone = (device: string | null) => /iPhone|Android|Mobile|HarmonyOS/.test(device ?? '')
