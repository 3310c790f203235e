import { eq } from 'drizzle-orm'

import { menuEntry, menuNames } from '../../../resources/domain/menu.ts'
import { type AppConfSet, miniProgramSwitches } from '../../../resources/settings/app.ts'
import { notFound } from '../../context/apiError.ts'
import type { Db } from '../../db/connection/open.ts'
import { firms, type LogDiff } from '../../db/tables.ts'
import { isPlainObject } from '../../../resources/kit/objects.ts'
import { changesBetween } from '../audit/changes.ts'

/**
 * The part of the firm's row that stores the application configuration: the firm's own choices and the
 * version of the row.
 */
export const storedAppConfig = async (db: Db, firmId: number) => {
  const [row] = await db
    .select({
      appConfSet: firms.appConfSet,
      version: firms.version,
      updatedAt: firms.updatedAt,
      updatedByName: firms.updatedByName,
    })
    .from(firms)
    .where(eq(firms.firmId, firmId))
  if (!row) throw notFound()
  return { ...row, appConfSet: isPlainObject(row.appConfSet) ? row.appConfSet : {} }
}

const labels: Readonly<Record<string, string>> = {
  'adminFuncSwitch.global': '后台功能开关',
  'mpFuncSwitch.global': '小程序功能开关',
  cardMenu: '名片按钮',
  'assets.imgs': '后台图片',
  'assets.commonImgs': '通用图片',
  'assets.commonIcons': '通用图标',
  'assets.icons': '个性化图标',
  ...Object.fromEntries(
    Object.entries(miniProgramSwitches).map(([name, [label]]) => [
      `mpFuncSwitch.global.${name}`,
      `小程序功能开关：${label}`,
    ]),
  ),
  ...Object.fromEntries(
    menuNames.map(name => [`adminFuncSwitch.global.${name}`, `后台功能开关：${menuEntry(name).label}`]),
  ),
}

/** The label of the longest labelled part of a path, followed by the rest of the path. */
const labelOf = (path: string) => {
  const labelledPart = Object.keys(labels)
    .filter(it => path === it || path.startsWith(`${it}.`) || path.startsWith(`${it}[`))
    .toSorted((a, b) => b.length - a.length)[0]
  return labelledPart === undefined
    ? path
    : `${labels[labelledPart]}${path.slice(labelledPart.length).replace(/^\./, '：')}`
}

const textOf = (value: unknown) =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
const switchText = (value: unknown) => (value === null ? '默认' : value ? '开' : '关')

/**
 * A change of the application configuration for the log: each switch, button and picture as a separate entry.
 */
export const appDiff = (before: unknown, after: unknown): LogDiff =>
  changesBetween(before, after).map(change => {
    const text = change.path.includes('FuncSwitch.') ? switchText : textOf
    return {
      field: change.path,
      label: labelOf(change.path),
      before: text(change.before),
      after: text(change.after),
      masked: 0,
    }
  })

/** The stored choices with these parts replaced; of `assets`, only the given groups are replaced. */
export const withReplacedParts = (
  stored: Record<string, unknown>,
  parts: AppConfSet,
): Record<string, unknown> => {
  const { assets, ...rest } = parts
  const storedAssets = isPlainObject(stored['assets']) ? stored['assets'] : {}
  return { ...stored, ...rest, ...(assets && { assets: { ...storedAssets, ...assets } }) }
}
