import { z } from 'zod'

import {
  datetime,
  fileAddress,
  group,
  image,
  integer,
  optional,
  reference,
  references,
  richText,
  select,
  strings,
  auditFields,
  text,
  toggle,
  url,
} from '../kit/index.ts'

/** 案例信息: fields of a case (kind 3). */
const caseFields = {
  cause: optional(text('案由', { max: 60 })),
  court: optional(text('审理机关', { max: 60 })),
  stage: optional(
    select('阶段', [
      [1, '一审'],
      [2, '二审'],
      [3, '再审'],
      [4, '仲裁'],
      [5, '非诉'],
    ]),
  ),
  closedYear: optional(integer('结案年份', { min: 1980, max: 2100 })),
  outcome: optional(text('结果', { max: 500, isMultiline: true })),
  clientConsent: optional(toggle('客户同意')),
  anonymised: optional(toggle('已隐去身份')),
}

/** 内容 (article, docs/domain.md §3.7). The four kinds share these fields; `index.ts` declares the differences. */
export const articleFields = {
  articleId: integer('编号'),
  kind: select('栏目', [
    [1, '工作动态'],
    [2, '原创文章'],
    [3, '典型案例'],
    [4, '视频'],
  ]),
  typeId: optional(reference('分类', 'categories')),
  title: text('标题', { min: 2, max: 64, hint: '公众号卡片最多显示26个字' }),
  language: select('语言', [
    ['CN', '中文'],
    ['EN', '英文'],
  ]),
  cover: optional(image('封面', { scene: 'article', frame: { ratio: [16, 9] } })),
  summary: optional(text('摘要', { max: 120, isMultiline: true, hint: '分享时最多显示54个字' })),
  content: optional(richText('正文', { max: 100_000, allows: 'article' })),
  contentMode: select('内容形式', [
    [1, '正文'],
    [2, '外部链接'],
  ]),
  linkUrl: optional(url('链接', { max: 500 })),
  sourceType: select('来源', [
    [1, '原创'],
    [2, '转载'],
  ]),
  sourceName: optional(text('来源名称', { max: 30, hint: '转载时必填' })),
  lawyerIds: optional(references('作者/承办律师', 'authors', { max: 10 })),
  professional: optional(references('专业领域', 'professions', { max: 5, isJson: true })),
  organizationId: reference('所属律所', 'offices'),
  caseInfo: optional(group('案例信息', caseFields)),
  /** The parties of a case (kind 3), which no reader of the article learns. */
  parties: optional(
    strings('当事人', text('当事人', { min: 2, max: 60 }), {
      max: 10,
      isSensitive: true,
      readableBy: 'article.parties',
      hint: '不对外显示；客户同意后才能发布',
    }),
  ),
  videoType: optional(
    select('视频方式', [
      [1, '上传'],
      [2, '视频号'],
      [3, '外链'],
    ]),
  ),
  videoUrl: optional(
    text('视频', { max: 500, pattern: [fileAddress, '视频应以 https:// 开头，请检查网址'] }),
  ),
  videoCover: optional(image('视频封面', { scene: 'article', frame: { ratio: [16, 9] } })),
  duration: optional(integer('时长（秒）', { max: 86_400 })),
  finderUserName: optional(text('视频号ID', { max: 100 })),
  feedId: optional(text('视频ID', { max: 200 })),
  publishAt: optional(datetime('发布时间', { hint: '晚于现在时为定时发布' })),
  expireAt: optional(datetime('下线时间')),
  status: select(
    '状态',
    [
      [0, '草稿', 'faint'],
      [1, '待审核', 'waiting'],
      [2, '已发布', 'good'],
      [3, '已驳回', 'bad'],
      [4, '已下架', 'faint'],
      [5, '待发布', 'info'],
    ],
    { waitingState: { state: 1, since: ['submittedAt', 'updatedAt'] } },
  ),
  /** State of the unpublished change of a published article. */
  revisionStatus: optional(
    select(
      '修改',
      [
        [0, '修改未提交', 'faint'],
        [1, '修改待审核', 'waiting'],
        [3, '修改被驳回', 'bad'],
      ],
      { waitingState: { state: 1, since: ['submittedAt', 'updatedAt'] } },
    ),
  ),
  /** Whether the client of a case has consented to the content, with its unpublished change (domain/consent.ts). */
  consent: optional(
    select('客户的同意', [
      ['unneeded', '不需要'],
      ['missing', '待客户同意', 'waiting'],
      ['given', '客户已同意', 'good'],
    ]),
  ),
  refuseReason: optional(text('驳回原因', { max: 200 })),
  submittedAt: optional(datetime('提交时间')),
  isTop: toggle('置顶'),
  topAt: optional(datetime('置顶时间')),
  sort: integer('排序', { hint: '数字越大越靠前' }),
  readNum: integer('阅读', { max: Number.MAX_SAFE_INTEGER }),
  shareNum: integer('分享', { max: Number.MAX_SAFE_INTEGER }),
  ...auditFields,
}

/**
 * The content of an article: it is reviewed, published and kept in revisions. Fields that a draft may lack are
 * optional; `submissionErrors` checks what publication requires.
 */
export const articleContentFields = {
  kind: articleFields.kind,
  typeId: articleFields.typeId,
  title: articleFields.title,
  language: articleFields.language,
  cover: articleFields.cover,
  summary: articleFields.summary,
  content: articleFields.content,
  contentMode: articleFields.contentMode,
  linkUrl: articleFields.linkUrl,
  sourceType: articleFields.sourceType,
  sourceName: articleFields.sourceName,
  lawyerIds: articleFields.lawyerIds,
  professional: articleFields.professional,
  organizationId: articleFields.organizationId,
  caseInfo: articleFields.caseInfo,
  parties: articleFields.parties,
  videoType: articleFields.videoType,
  videoUrl: articleFields.videoUrl,
  videoCover: articleFields.videoCover,
  duration: articleFields.duration,
  finderUserName: articleFields.finderUserName,
  feedId: articleFields.feedId,
  publishAt: articleFields.publishAt,
  expireAt: articleFields.expireAt,
  sort: articleFields.sort,
}
export type ContentField = keyof typeof articleContentFields

/**
 * A JSON list of ids as text, such as `"[3,7]"` (specification, section 3). Any other text is an error of the field.
 */
export const professionalText = z
  .string({ error: '专业领域的格式不正确' })
  .regex(/^\[(\d{1,10}(,\d{1,10}){0,4})?\]$/, '专业领域最多选5项')
