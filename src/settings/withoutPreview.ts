import type { settings } from '../../resources/settings/firmConf.ts'

/** Settings that change nothing of what visitors see. */
export const withoutPreview = ['complianceRules'] as const satisfies readonly (keyof typeof settings)[]
export const hasPreview = (name: string) => !withoutPreview.some(it => it === name)
