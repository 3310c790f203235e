import {
  countQuery,
  datetime,
  del,
  done,
  draftOf,
  flag,
  get,
  id,
  image,
  integer,
  optional,
  pageOf,
  pageQuery,
  post,
  put,
  reason,
  recordOf,
  reference,
  references,
  richText,
  select,
  stamps,
  text,
  toggle,
  url,
  version,
} from './kit/index.ts'

import { z } from 'zod'

/** 内容 (article), domain.md §3.7. */
const fields = {
  articleId: integer('编号'),
  kind: select('栏目', [
    [1, '工作动态'],
    [2, '原创文章'],
    [3, '典型案例'],
    [4, '视频'],
  ]),
  typeId: reference('分类', 'categories'),
  title: text('标题', { min: 2, max: 64, hint: '公众号卡片最多显示26个字' }),
  language: select('语言', [
    ['CN', '中文'],
    ['EN', '英文'],
  ]),
  cover: optional(image('封面', { scene: 'article' })),
  summary: optional(text('摘要', { max: 120, isMultiline: true, hint: '分享时最多显示54个字' })),
  content: optional(richText('正文', { max: 100_000 })),
  contentMode: select('内容形式', [
    [1, '正文'],
    [2, '外部链接'],
  ]),
  linkUrl: optional(url('链接', { max: 500 })),
  sourceType: select('来源', [
    [1, '原创'],
    [2, '转载'],
  ]),
  sourceName: optional(text('来源名称', { max: 30 })),
  lawyerIds: optional(references('作者/承办律师', 'lawyers', { max: 10 })),
  organizationId: reference('所属律所', 'offices'),
  videoType: optional(
    select('视频方式', [
      [1, '上传'],
      [2, '视频号'],
      [3, '外链'],
    ]),
  ),
  videoUrl: optional(text('视频', { max: 500 })),
  videoCover: optional(image('视频封面', { scene: 'article', frame: { ratio: [16, 9] } })),
  duration: optional(integer('时长(秒)', { max: 86_400 })),
  finderUserName: optional(text('视频号ID', { max: 100 })),
  feedId: optional(text('视频ID', { max: 200 })),
  publishAt: optional(datetime('定时发布')),
  expireAt: optional(datetime('下线时间')),
  status: select('状态', [
    [0, '草稿', 'faint'],
    [1, '待审核', 'waiting'],
    [2, '已发布', 'good'],
    [3, '已拒绝', 'bad'],
    [4, '已下架', 'faint'],
    [5, '待发布', 'info'],
  ]),
  refuseReason: optional(text('拒绝原因', { max: 200 })),
  isTop: toggle('置顶'),
  topAt: optional(datetime('置顶时间')),
  sort: integer('排序'),
  readNum: integer('阅读', { max: Number.MAX_SAFE_INTEGER }),
  shareNum: integer('分享', { max: Number.MAX_SAFE_INTEGER }),
  ...stamps,
}

/** 案例信息, of kind 3. */
const caseFields = {
  cause: text('案由', { max: 60 }),
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
  clientConsent: toggle('客户同意'),
  anonymised: toggle('已隐去身份'),
}

const { createdAt: _ca, createdBy: _cb, updatedAt: _ua, updatedBy: _ub, articleId: _id, ...rest } = fields
const { status: _s, refuseReason: _r, isTop: _t, topAt: _ta, readNum: _rn, shareNum: _sn, ...written } = rest

/** Ids of professional fields as a JSON string (specification, section 3). */
const professional = z
  .string()
  .regex(/^\[(\d{1,10}(,\d{1,10}){0,4})?\]$/, '专业领域最多选5项')
  .nullish()

const record = recordOf(fields).extend({
  professional: z.string().nullish(),
  caseInfo: recordOf(caseFields).nullish(),
  version: z.int(),
})
const row = record.omit({ content: true, caseInfo: true })

/** What a kind needs besides is a rule about the article as a whole, not about one change of it. */
const content = draftOf(written).extend({
  professional,
  caseInfo: draftOf(caseFields).nullish(),
  sort: fields.sort.schema.default(0),
})
const submit = flag.optional()
const articleId = id
const lawyerId = id
const to = flag.optional()

const sortable = ['title', 'publishAt', 'sort', 'readNum', 'updatedAt', 'createdAt'] as const
const filters = {
  kind: fields.kind.schema,
  typeId: fields.typeId.schema,
  status: fields.status.schema,
  language: fields.language.schema,
  sourceType: fields.sourceType.schema,
  lawyerId,
  professionalId: id,
  organizationId: fields.organizationId.schema,
  from: z.iso.date(),
  to: z.iso.date(),
}
const counts = z.object({
  all: z.int(),
  draft: z.int(),
  pending: z.int(),
  published: z.int(),
  refused: z.int(),
  offline: z.int(),
})
const finding = z.object({
  ruleId: z.string(),
  severity: z.enum(['high', 'medium', 'notice']),
  field: z.string(),
  start: z.int(),
  end: z.int(),
  text: z.string(),
  advice: z.string(),
  basis: z.string(),
})
const status = fields.status.schema
const saved = z.object({ articleId: z.int(), status, version: z.int(), findings: z.array(finding) })
const ofLawyer = row.extend({ role: z.literal([1, 2, 3]), isShow: flag })

const calls = {
  getList: get('/article/getList', 'public', pageQuery(sortable, filters), pageOf(row)),
  getArticleNum: get('/article/getArticleNum', 'article.view', countQuery(filters), counts),
  add: post('/article', 'article.create', content.extend({ submit }), saved),
  update: put(
    '/article/{articleId}',
    'article.edit',
    content.partial().extend({ articleId, version, submit }),
    saved,
  ),
  remove: del('/article/{articleId}', 'article.edit', z.strictObject({ articleId }), done),
  one: get('/article/{articleId}', 'article.view', z.strictObject({ articleId }), record),
  pass: put('/article/pass/{articleId}', 'article.pass', z.strictObject({ articleId }), z.object({ status })),
  refuse: put(
    '/article/refuse/{articleId}',
    'article.pass',
    z.strictObject({ articleId, reason }),
    z.object({ status }),
  ),
  top: put(
    '/article/top/{articleId}',
    'article.top',
    z.strictObject({ articleId, to }),
    z.object({ isTop: flag }),
  ),
  getUserList: get(
    '/article/getUserList/{lawyerId}',
    'article.view',
    pageQuery(sortable, { kind: fields.kind.schema }).extend({ lawyerId }),
    pageOf(ofLawyer),
  ),
  userTop: put(
    '/article/user/top/{articleId}/{lawyerId}',
    'article.user',
    z.strictObject({ articleId, lawyerId, to }),
    z.object({ isTop: flag }),
  ),
  userShow: put(
    '/article/user/show/{articleId}/{lawyerId}',
    'article.user',
    z.strictObject({ articleId, lawyerId, to }),
    z.object({ isShow: flag }),
  ),
}

export const articles = { name: 'articles', feature: 'cms', fields, calls } as const
