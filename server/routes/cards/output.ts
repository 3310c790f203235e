import { firmDay } from '../../../resources/kit/firmTime.ts'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { z } from 'zod'

import { cards as resource } from '../../../resources/cards/index.ts'
import { ApiError, invalid, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import {
  cards,
  offices,
  positions,
  professions,
  selfProfessions,
  type StoredCardContent,
} from '../../db/tables.ts'
import { readableNames } from '../../records/readableNames.ts'
import { logExport, streamOf } from '../../services/exports/exportLog.ts'
import { cardArchive } from '../../services/outputs/archive.ts'
import { phraseIn } from '../../services/settings/languages.ts'
import type { Handout } from '../../services/outputs/handout.ts'
import { posterSvg, type PosterStyle } from '../../services/outputs/poster.ts'
import { qrPng, qrSvg } from '../../services/outputs/qrCode.ts'
import { countHandouts, type FirmFacts, readHandouts } from '../../services/outputs/readHandouts.ts'
import { printSheetSvg } from '../../services/outputs/sheet.ts'
import { signatureHtml, signatureText } from '../../services/outputs/signature.ts'
import { vcard } from '../../services/outputs/vcard.ts'
import { templateOf } from '../../services/outputs/word/storedTemplate.ts'
import { wordMime } from '../../services/outputs/word/wordMime.ts'
import type { WordCard } from '../../services/outputs/word/wordValues.ts'
import { wechatSettingsOf } from '../../services/settings/systemConfig.ts'
import { visibleCards } from './columns.ts'

type Calls = typeof resource.calls
type Input = z.output<Calls['output']['input']>
type Filters = z.output<Calls['cardNum']['input']>

const svgMime = 'image/svg+xml'

/** The library is loaded when the first file is made. */
const wordFileOf = async ({ database, firmId }: Context, wordCards: readonly WordCard[]) => {
  const { wordFile } = await import('../../services/outputs/word/wordFile.ts')
  const template = await database.read(firmId, db => templateOf(db, firmId))
  return wordFile(template, wordCards)
}

const stylesOf = ({ posterStyles }: FirmFacts): PosterStyle[] =>
  ([1, 2, 3] as const).filter(style => posterStyles.includes(style))

/** The file's name: the person's name and the kind of output in the requested language. */
const fileOf = ({ language }: Context, name: string, what: string) => `${name}-${phraseIn(language, what)}`

type OutputFile = { name: string; mime: string; content: string | Uint8Array | Promise<Buffer> }

const outputMakers: Record<
  Input['type'],
  (
    card: Handout,
    input: Input,
    firm: FirmFacts,
    context: Context,
    content: StoredCardContent,
  ) => OutputFile | Promise<OutputFile>
> = {
  qr: ({ name, codeLink }, { format, size }, _, context) => {
    const file = fileOf(context, name, '名片码')
    return format === 'svg'
      ? { name: `${file}.svg`, mime: svgMime, content: qrSvg(codeLink) }
      : { name: `${file}.png`, mime: 'image/png', content: qrPng(codeLink, size) }
  },
  wxacode: async ({ name, codeKey, language }, { size }, _, context) => {
    const { services, database, firmId } = context
    const settings = await database.read(firmId, db => wechatSettingsOf(db, firmId))
    if (!services.wechat.isOn(settings))
      throw new ApiError('5030', '小程序码未开通：请系统管理员在系统配置填写微信小程序的AppID与AppSecret')
    // WeChat limits the scene to 32 characters.
    const scene = `k=${codeKey}${language === 'EN' ? '&l=EN' : ''}`
    const { bytes, mime } = await services.wechat.code(settings, scene, size)
    const extension = mime === 'image/png' ? 'png' : 'jpg'
    return { name: `${fileOf(context, name, '小程序码')}.${extension}`, mime, content: bytes }
  },
  vcf: card => ({ name: `${card.name}.vcf`, mime: 'text/vcard; charset=utf-8', content: vcard(card) }),
  poster: (card, { style }, firm, context) => {
    if (!stylesOf(firm).includes(style)) throw invalid({ style: '律所未启用该海报样式，请选择其他样式' })
    return {
      name: `${fileOf(context, card.name, '海报')}.svg`,
      mime: svgMime,
      content: posterSvg(card, style),
    }
  },
  signature: (card, { format }, { signature }, context) => {
    const file = fileOf(context, card.name, '邮件签名')
    return format === 'txt'
      ? { name: `${file}.txt`, mime: 'text/plain; charset=utf-8', content: signatureText(card, signature) }
      : { name: `${file}.html`, mime: 'text/html; charset=utf-8', content: signatureHtml(card, signature) }
  },
  word: async (handout, _input, _firm, context, content) => ({
    name: `${fileOf(context, handout.name, 'Word简历')}.docx`,
    mime: wordMime,
    content: await wordFileOf(context, [{ handout, content }]),
  }),
  sheet: (card, _input, _firm, context) => ({
    name: `${fileOf(context, card.name, '名片打印页')}.svg`,
    mime: svgMime,
    content: printSheetSvg(card),
  }),
}

const notPublishedError = () => new ApiError('4091', '名片还没有发布或没有展示，发布并展示后才能生成')

export const createCardOutput: Handlers<Calls>['output'] = ownTransaction(async (input, context) => {
  const { database, firmId } = context
  const where = and(visibleCards(context), eq(cards.id, input.id))!
  const isThere = await database.read(firmId, db => db.$count(cards, where))
  if (isThere === 0) throw notFound()
  const { firm, handouts } = await readHandouts(context, where, 0, 1)
  const [firstHandout] = handouts
  if (!firstHandout) throw notPublishedError()
  const { name, mime, content } = await outputMakers[input.type](
    firstHandout.handout,
    input,
    firm,
    context,
    firstHandout.content,
  )
  const bytes = new Blob([new Uint8Array(Buffer.from(await content))]).stream()
  return { name, mime, bytes }
})

/** The maximum number of cards in an archive. */
const most = 500
const batchSize = 20

async function* handoutsOf(context: Context, where: SQL) {
  let after = 0
  for (;;) {
    const { handouts } = await readHandouts(context, where, after, batchSize)
    for (const { handout } of handouts) yield handout
    if (handouts.length < batchSize) return
    after = handouts.at(-1)!.id
  }
}

const filterNames = async (context: Context, query: Filters) => {
  const { db, firmId } = context
  const namesById = async (rows: Promise<{ id: number; name: string }[]>) =>
    new Map((await rows).map(row => [row.id, row.name]))
  const isOfFirm = (table: typeof offices | typeof positions | typeof selfProfessions) =>
    eq(table.firmId, firmId)
  return {
    organizationId: await namesById(
      db.select({ id: offices.organizationId, name: offices.name }).from(offices).where(isOfFirm(offices)),
    ),
    postId: await namesById(
      db
        .select({ id: positions.postId, name: positions.postName })
        .from(positions)
        .where(isOfFirm(positions)),
    ),
    professionId: await namesById(
      db
        .select({ id: selfProfessions.id, name: selfProfessions.name })
        .from(selfProfessions)
        .where(isOfFirm(selfProfessions)),
    ),
    officialId: await namesById(db.select({ id: professions.id, name: professions.name }).from(professions)),
    ...(await readableNames(context, { lawyerId: resource.fields.lawyerId }, [query])),
  }
}

/** `whereOf` is the condition of the card list, so the archive has the cards that the list shows. */
export const outputsOf = (whereOf: (context: Context, query: Filters) => SQL): Handlers<Calls>['outputs'] =>
  ownTransaction(async ({ reason, ...query }, context) => {
    const { database, firmId, language, now } = context
    const where = whereOf(context, query)
    const [count, names] = await database.read(
      firmId,
      async db =>
        [await countHandouts(db, where, most + 1), await filterNames({ ...context, db }, query)] as const,
    )
    if (count === 0) throw new ApiError('4091', '没有已发布并展示的名片，请调整筛选条件')
    if (count > most) throw new ApiError('4000', `一次最多导出${most}张名片，请按律所等条件筛选后分次导出`)
    // Read without cards before the export is logged or sent, because it throws where the firm lacks a
    // setting.
    const { firm } = await readHandouts(context, where, 0, 0)
    const { filters } = resource.calls.pageList
    await logExport(context, { title: '名片物料', count, filters, query, names, reason })
    return {
      name: `${phraseIn(language, '名片物料')}-${firmDay(now)}.zip`,
      mime: 'application/zip',
      bytes: streamOf(
        cardArchive(handoutsOf(context, where), { styles: stylesOf(firm), signature: firm.signature }, what =>
          phraseIn(language, what),
        ),
      ),
    }
  })

/** The maximum number of lawyers in a Word file, which is made at once. */
const mostInWord = 50
/** Cards of the list of which the order is read; most of them may be unpublished. */
const maxListed = 10_000

type WordInput = z.output<Calls['word']['input']>

/** `idsOf` finds the cards of the list in its order. */
export const wordOf = (
  whereOf: (context: Context, query: Filters) => SQL,
  idsOf: (query: Omit<WordInput, 'reason'>, context: Context, most: number) => Promise<number[]>,
): Handlers<Calls>['word'] =>
  ownTransaction(async ({ reason, ...query }, context) => {
    const { database, firmId, language, now } = context
    const { ids: chosen, sortField: _field, sortOrder: _order, ...filtered } = query
    const where = and(whereOf(context, filtered), chosen && inArray(cards.id, chosen))!
    const [count, names] = await database.read(
      firmId,
      async db =>
        [
          await countHandouts(db, where, mostInWord + 1),
          await filterNames({ ...context, db }, filtered),
        ] as const,
    )
    if (count === 0) throw new ApiError('4091', '没有已发布并展示的名片，请调整筛选条件')
    if (count > mostInWord)
      throw new ApiError('4000', `一次最多导出${mostInWord}位律师，请按律所等条件筛选后分次导出`)
    const { handouts } = await readHandouts(context, where, 0, mostInWord)
    const order = await database.read(firmId, db => idsOf(query, { ...context, db }, maxListed))
    const place = new Map(order.map((id, at) => [id, at]))
    const inOrder = handouts.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
    const content = await wordFileOf(context, inOrder)
    const { filters } = resource.calls.pageList
    const logged = { title: 'Word简历', count: inOrder.length, filters, query: filtered, names, reason }
    await logExport(context, logged)
    return {
      name: `${phraseIn(language, 'Word简历')}-${firmDay(now)}.docx`,
      mime: wordMime,
      bytes: new Blob([new Uint8Array(content)]).stream(),
    }
  })
