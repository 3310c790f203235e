import type { settings } from '../../resources/settings/index.ts'

/** Settings that change what visitors of the mini-program see. */
export const previewedSettings = [
  'qrcode',
  'mpName',
  'loginRegSet',
  'searchSet',
  'sortSet',
  'cardReview',
  'shareCover',
  'icpSet',
] as const satisfies readonly (keyof typeof settings)[]
export const hasPreview = (name: string) => previewedSettings.some(previewed => previewed === name)
