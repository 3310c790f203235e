import { and, eq } from 'drizzle-orm'

import { submissionErrors } from '../../../resources/articles/index.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import type { IgnoredFinding } from '../../../resources/domain/finding.ts'
import { httpsAddress } from '../../../resources/kit/index.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { files } from '../../db/tables.ts'
import type { Content } from './content.ts'
import { blockingErrors, findingsFor } from '../compliance/compliance.ts'
import type { Permissions } from './permissions.ts'
import type { FoundReferences } from './references.ts'

/** What is newly chosen is what the firm offers; what was chosen before may stay. */
export const checkArticleChoices = (
  before: Partial<Content>,
  after: Content,
  references: FoundReferences,
) => {
  const exists = (field: string, id: number) =>
    references.some(
      reference =>
        reference.field === field && reference.id === id && (reference.isOffered || field === 'lawyerIds'),
    )
  const added = (name: 'lawyerIds' | 'professional') =>
    after[name].filter(id => !(before[name] ?? []).includes(id))
  const type = references.find(reference => reference.field === 'typeId' && reference.id === after.typeId)
  const isTypeKept = !after.typeId || (before.typeId === after.typeId && before.kind === after.kind)
  const errors: FieldErrors = {
    ...(!isTypeKept && (!type?.isOffered || type.kind !== after.kind) && { typeId: '请选择本栏目的分类' }),
    ...(before.organizationId !== after.organizationId &&
      !exists('organizationId', after.organizationId) && { organizationId: '请选择所属律所' }),
    ...(added('lawyerIds').some(id => !exists('lawyerIds', id)) && { lawyerIds: '请选择作者/承办律师' }),
    ...(added('professional').some(id => !exists('professional', id)) && { professional: '请选择专业领域' }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** The content within the caller's scope: administrators of an office write for it, lawyers for theirs and themselves. */
export const withinScope = ({ caller, scope }: Context, content: Content): Content => {
  if (scope === 'all') return content
  if (content.organizationId !== caller.organizationId) throw invalid({ organizationId: '只能选择本所' })
  if (caller.population === 1 || content.lawyerIds.includes(caller.id)) return content
  return { ...content, lawyerIds: [caller.id, ...content.lawyerIds].slice(0, 10) }
}

/** All that is missing in one sentence, since a submission from a list has no fields to mark. */
type Promoting = Partial<Pick<Content, 'title' | 'summary' | 'content' | 'caseInfo'>>

/** What of an article is read as promotion; names of people, places and links are not. */
const promoting = ({ title, summary, content, caseInfo }: Promoting) => ({
  title,
  summary,
  content,
  caseInfo,
})

type Rule = Pick<Permissions, 'compliance'> & {
  /** Of the article, where it has been saved. */
  ignored?: readonly IgnoredFinding[]
}

export const articleFindings = (content: Promoting, { compliance, ignored }: Rule, now: Date) =>
  findingsFor(promoting(content), { compliance, now, ignored })

/** What keeps an article from the public, whoever hands it in or passes it, and by whatever way it gets there. */
const publicationErrors = (
  content: Content,
  { homeUrl, ...rule }: Permissions & Rule,
  now: Date,
): FieldErrors => ({
  ...blockingErrors(promoting(content), { compliance: rule.compliance, now, ignored: rule.ignored }),
  ...submissionErrors(content, homeUrl),
  ...(content.expireAt && new Date(content.expireAt) <= now && { expireAt: '下线时间应晚于现在' }),
})

export const checkComplete = (content: Content, permissions: Permissions & Rule, now: Date) => {
  const errors = publicationErrors(content, permissions, now)
  const sentences = Object.values(errors)
  if (sentences.length > 0) throw new ApiError('4220', `还不能提交：${sentences.join('；')}`, { errors })
}

/** A reviewer corrects it first, or refuses it: it may have expired, or lost what it needs, since it was handed in. */
export const checkPassable = (content: Content, permissions: Permissions & Rule, now: Date) => {
  const errors = publicationErrors(content, permissions, now)
  const sentences = Object.values(errors)
  if (sentences.length > 0) throw new ApiError('4220', `还不能通过：${sentences.join('；')}`, { errors })
}

const ownFiles = '/api/files/'

/** An uploaded video is one of the firm's own store; an address elsewhere is https. */
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
  const path = videoUrl.startsWith(ownFiles) ? videoUrl.slice(ownFiles.length) : ''
  const isUploaded = and(eq(files.firmId, firmId), eq(files.path, path), eq(files.scene, 'video'))
  if ((await db.$count(files, isUploaded)) === 0) throw invalid({ videoUrl: '请上传视频' })
}
