import { and, eq } from 'drizzle-orm'

import { submissionErrors } from '../../../resources/articles/index.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import type { RuleId } from '../../../resources/domain/ruleCatalogue.ts'
import type { IgnoredFinding } from '../../../resources/domain/finding.ts'
import { httpsAddress } from '../../../resources/kit/index.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { files } from '../../db/tables.ts'
import type { Content } from './content.ts'
import { blockingErrors, findingsFor } from '../compliance/compliance.ts'
import type { Permissions } from './permissions.ts'
import type { FoundReferences } from './references.ts'

/** Newly chosen values must be offered by the firm; earlier choices may stay. */
export const checkArticleChoices = (
  before: Partial<Content>,
  after: Content,
  references: FoundReferences,
) => {
  const isReferable = (field: string, id: number) =>
    references.some(
      reference =>
        reference.field === field && reference.id === id && (reference.isOffered || field === 'lawyerIds'),
    )
  const addedIds = (name: 'lawyerIds' | 'professional') =>
    after[name].filter(id => !(before[name] ?? []).includes(id))
  const type = references.find(reference => reference.field === 'typeId' && reference.id === after.typeId)
  const isTypeKept = !after.typeId || (before.typeId === after.typeId && before.kind === after.kind)
  const errors: FieldErrors = {
    ...(!isTypeKept && (!type?.isOffered || type.kind !== after.kind) && { typeId: '请选择本栏目的分类' }),
    ...(before.organizationId !== after.organizationId &&
      !isReferable('organizationId', after.organizationId) && { organizationId: '请选择所属律所' }),
    ...(addedIds('lawyerIds').some(id => !isReferable('lawyerIds', id)) && {
      lawyerIds: '请选择作者/承办律师',
    }),
    ...(addedIds('professional').some(id => !isReferable('professional', id)) && {
      professional: '请选择专业领域',
    }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/**
 * The content restricted to the caller's scope: administrators of an office write for it, lawyers for their
 * office and with themselves as an author.
 */
export const withinScope = ({ caller, scope }: Context, content: Content): Content => {
  if (scope === 'all') return content
  if (content.organizationId !== caller.organizationId) throw invalid({ organizationId: '只能选择本所' })
  if (caller.population === 1 || content.lawyerIds.includes(caller.id)) return content
  return { ...content, lawyerIds: [caller.id, ...content.lawyerIds].slice(0, 10) }
}

/** The texts that the promotion rules check. */
type PromotionTexts = Partial<Pick<Content, 'title' | 'summary' | 'content' | 'caseInfo' | 'parties'>>

/** The fields of an article that count as promotion; names of people, places and links do not. */
const promotionTextsOf = ({ title, summary, content, caseInfo }: PromotionTexts) => ({
  title,
  summary,
  content,
  caseInfo,
})

type ComplianceRule = Pick<Permissions, 'compliance'> & {
  /** The ignored findings of the article, where it has been saved. */
  ignored?: readonly IgnoredFinding[]
}

export const articleFindings = (
  content: PromotionTexts,
  { compliance, ignored }: ComplianceRule,
  now: Date,
  only?: readonly RuleId[],
) =>
  findingsFor(
    promotionTextsOf(content),
    {
      compliance,
      now,
      ignored,
      // The names of parties block nothing by themselves: whether they may be public is their client's decision.
      person: { parties: content.parties },
    },
    only,
  )

/** The findings that prevent an article from being published. */
export const promotionErrors = (
  content: PromotionTexts,
  { compliance, ignored }: ComplianceRule,
  now: Date,
): FieldErrors => blockingErrors(promotionTextsOf(content), { compliance, now, ignored })

/** What prevents an article from being published, in whichever way and by whomever. */
const publicationErrors = (
  content: Content,
  { homeUrl, ...rule }: Permissions & ComplianceRule,
  now: Date,
): FieldErrors => ({
  ...promotionErrors(content, rule, now),
  ...submissionErrors(content, homeUrl),
  ...(content.expireAt && new Date(content.expireAt) <= now && { expireAt: '下线时间应晚于现在' }),
})

export const checkSubmittable = (content: Content, permissions: Permissions & ComplianceRule, now: Date) => {
  const errors = publicationErrors(content, permissions, now)
  const sentences = Object.values(errors)
  if (sentences.length > 0) throw new ApiError('4220', `还不能提交：${sentences.join('；')}`, { errors })
}

/**
 * What prevents a reviewer from passing an article: since its submission it may have expired or lost
 * something required. The reviewer corrects or refuses it.
 */
export const checkPassable = (content: Content, permissions: Permissions & ComplianceRule, now: Date) => {
  const errors = publicationErrors(content, permissions, now)
  const sentences = Object.values(errors)
  if (sentences.length > 0) throw new ApiError('4220', `还不能通过：${sentences.join('；')}`, { errors })
}

const uploadPath = '/api/files/'

/** An uploaded video must be a file in the firm's storage; an external address must be https. */
export const checkArticleVideo = async (
  { db, firmId }: Context,
  before: Partial<Content>,
  after: Content,
) => {
  const { videoType, videoUrl } = after
  if (!videoUrl || (videoUrl === before.videoUrl && videoType === before.videoType)) return
  if (videoType === 3 && !httpsAddress.test(videoUrl))
    throw invalid({ videoUrl: '视频应以 https:// 开头，请检查网址' })
  if (videoType !== 1) return
  const path = videoUrl.startsWith(uploadPath) ? videoUrl.slice(uploadPath.length) : ''
  const isUploaded = and(eq(files.firmId, firmId), eq(files.path, path), eq(files.scene, 'video'))
  if ((await db.$count(files, isUploaded)) === 0) throw invalid({ videoUrl: '请上传视频' })
}
