import type { FieldErrors } from '../domain/codes.ts'
import { isBlank } from '../domain/sameness.ts'
import { isPlainObject } from '../kit/objects.ts'

type Draft = Readonly<Record<string, unknown>>

/** Hosts that a link may lead to besides the firm's own (docs/domain.md §3.7); the mini-program cannot open others. */
const linkHosts = ['mp.weixin.qq.com']

const hostOf = (address: unknown) => {
  try {
    return new URL(String(address)).hostname
  } catch {
    return ''
  }
}

const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

const videoFaults = ({ videoType, videoUrl, finderUserName, feedId }: Draft): FieldErrors => {
  if (isBlank(videoType)) return { videoType: '请选择视频方式' }
  if (videoType === 2)
    return {
      ...(isBlank(finderUserName) && { finderUserName: '请输入视频号ID' }),
      ...(isBlank(feedId) && { feedId: '请输入视频ID' }),
    }
  return isBlank(videoUrl) ? { videoUrl: videoType === 1 ? '请上传视频' : '请输入视频地址' } : {}
}

const bodyFaults = (article: Draft, homeUrl: string | null): FieldErrors => {
  const { kind, contentMode, content, linkUrl } = article
  if (contentMode === 1) return kind !== 4 && isBlank(content) ? { content: '请输入正文' } : {}
  if (isBlank(linkUrl)) return { linkUrl: '请输入链接' }
  const own = hostOf(homeUrl).replace(/^www\./, '')
  const allowed = [...linkHosts, ...(own ? [own] : [])]
  return allowed.some(it => isWithin(hostOf(linkUrl), it))
    ? {}
    : { linkUrl: `只能链接到公众号文章或本所网站（${allowed.join('、')}）` }
}

const needsPeople: ReadonlySet<unknown> = new Set([2, 3])

/** Errors that prevent submission. They concern the article as a whole, not a single change. */
export const submissionErrors = (article: Draft, homeUrl: string | null): FieldErrors => {
  const { kind, typeId, cover, lawyerIds, sourceType, sourceName, caseInfo, publishAt, expireAt } = article
  const end = isBlank(expireAt) ? Number.POSITIVE_INFINITY : Date.parse(String(expireAt))
  return {
    ...(isBlank(typeId) && { typeId: '请选择分类' }),
    ...(kind !== 1 && isBlank(cover) && { cover: '请上传封面' }),
    ...bodyFaults(article, homeUrl),
    ...(sourceType === 2 && isBlank(sourceName) && { sourceName: '请输入来源名称' }),
    ...(needsPeople.has(kind) && isBlank(lawyerIds) && { lawyerIds: '请选择作者/承办律师' }),
    ...(kind === 3 &&
      isBlank(isPlainObject(caseInfo) ? caseInfo['cause'] : null) && { 'caseInfo.cause': '请填写案由' }),
    ...(kind === 4 && videoFaults(article)),
    ...(!isBlank(publishAt) &&
      end <= Date.parse(String(publishAt)) && { expireAt: '下线时间应晚于发布时间' }),
  }
}
