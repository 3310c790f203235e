import { and, desc, eq } from 'drizzle-orm'

import { mpCard } from '../../../resources/settings/mpCard.ts'
import { mpIndex } from '../../../resources/settings/mpIndex.ts'
import { mpInitial } from '../../../resources/settings/mpInitial.ts'
import type { Fields, RecordValues } from '../../../resources/kit/index.ts'
import type { Db } from '../../db/connection/open.ts'
import { configRevisions } from '../../db/tables.ts'
import { isPlainObject } from '../../../resources/kit/objects.ts'
import { appConfigurationOf } from './appConfiguration.ts'
import { settingsOf, storedSettingValues } from './firmSettings.ts'
import { miniProgramKey } from './miniProgramKey.ts'

// 小程序配置: the working copy is one row of the configuration, and each published version is a row of its own.

export type MiniProgram = {
  index: RecordValues<(typeof mpIndex)['fields']>
  card: RecordValues<(typeof mpCard)['fields']>
}

export const miniProgramFields: Fields = { ...mpIndex.fields, ...mpCard.fields }

/** Every field of both pages, with the declared default where none was saved or it is invalid. */
export const miniProgramFrom = (stored: unknown): MiniProgram => {
  const { index, card } = isPlainObject(stored) ? stored : { index: {}, card: {} }
  return {
    index: storedSettingValues({ ...mpIndex, ...mpInitial.index }, index),
    card: storedSettingValues({ ...mpCard, ...mpInitial.card }, card),
  }
}

export const revisionsOf = (db: Db, firmId: number, limit: number) =>
  db
    .select()
    .from(configRevisions)
    .where(and(eq(configRevisions.firmId, firmId), eq(configRevisions.key, miniProgramKey)))
    .orderBy(desc(configRevisions.version))
    .limit(limit)

/** The public version: the last one published. */
export const publishedMiniProgram = async (db: Db, firmId: number) => {
  const [row] = await revisionsOf(db, firmId, 1)
  return { ...miniProgramFrom(row?.value), isChosen: row !== undefined, revision: row ?? null }
}

type Period = { startAt?: string | null | undefined; endAt?: string | null | undefined }
const isNow = ({ startAt, endAt }: Period, now: Date) =>
  !(startAt && new Date(startAt) > now) && !(endAt && new Date(endAt) < now)

/**
 * The parts that a visitor sees: nothing that is switched off, and no banner or notice outside its period.
 */
export const visibleParts = ({ index, card }: MiniProgram, now: Date): MiniProgram => ({
  index: {
    ...index,
    banners: (index.banners ?? []).filter(it => it.enabled === 1 && isNow(it, now)),
    nav: (index.nav ?? []).filter(it => it.enabled === 1),
    modules: index.modules.filter(it => it.enabled === 1),
    notice: index.notice?.text && isNow(index.notice, now) ? index.notice : null,
  },
  card: { ...card, blocks: card.blocks.filter(it => it.enabled === 1) },
})

/** The other settings of the mini-program, as far as a visitor may know them. */
export const miniProgramSettings = async (db: Db, firmId: number) => {
  const { icpSet, loginRegSet, sortSet, mpName, ...open } = await settingsOf(
    db,
    firmId,
    'mpName',
    'shareCover',
    'qrcode',
    'searchSet',
    'sortSet',
    'loginRegSet',
    'icpSet',
  )
  const app = (await appConfigurationOf(db, firmId, ''))!
  const { commonImgs = {}, commonIcons = {}, icons = {} } = app.assets
  const { showInMp, mpIcpNo, icpNo, psbNo, copyright } = icpSet
  const isShown = showInMp === 1
  return {
    ...open,
    mpName: { ...mpName, mpName: mpName.mpName || app.firm.shortName },
    sortSet: { groupBy: sortSet.groupBy },
    registration: loginRegSet,
    icp: {
      icpNo: (isShown && (mpIcpNo || icpNo)) || '',
      psbNo: (isShown && psbNo) || '',
      copyright: (isShown && copyright) || '',
    },
    mpFuncSwitch: app.mpFuncSwitch!,
    cardMenu: app.cardMenu!.filter(it => it.enabled === 1),
    assets: { commonImgs, commonIcons, icons },
  }
}
