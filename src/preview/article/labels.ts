import type { PreviewArticle } from './article.ts'

type Kind = PreviewArticle['kind']
type ArticleLabels = {
  page: Record<Kind, string>
  by: string
  original: string
  reprinted: (name: string) => string
  notPublished: string
  caseInfo: string
  cause: string
  court: string
  stage: string
  closedYear: string
  outcome: string
  stages: Record<1 | 2 | 3 | 4 | 5, string>
  fields: string
  readOriginal: string
  outside: string
  channel: string
  video: string
  videoFails: string
  people: string
  roles: Record<1 | 2 | 3, string>
  /** Numbers of reads and shares; null if the back-end does not count them. */
  reads: (reads: number | null, shares: number | null) => string
  empty: string
}

/** Texts that the mini-program shows around an article, in the article's language. */
const articleLabels: Record<PreviewArticle['language'], ArticleLabels> = {
  CN: {
    page: { 1: '工作动态', 2: '原创文章', 3: '典型案例', 4: '视频' },
    by: '',
    original: '原创',
    reprinted: name => `转载自${name}`,
    notPublished: '尚未发布',
    caseInfo: '案例信息',
    cause: '案由',
    court: '审理机关',
    stage: '阶段',
    closedYear: '结案年份',
    outcome: '结果',
    stages: { 1: '一审', 2: '二审', 3: '再审', 4: '仲裁', 5: '非诉' },
    fields: '专业领域',
    readOriginal: '阅读原文',
    outside: '将打开外部网页',
    channel: '打开视频号观看',
    video: '打开外部视频',
    videoFails: '视频暂时无法播放',
    people: '相关律师',
    roles: { 1: '作者', 2: '承办', 3: '参与' },
    reads: (reads, shares) => `阅读 ${reads ?? 0} · 分享 ${shares ?? 0}`,
    empty: '还没有正文',
  },
  EN: {
    page: { 1: 'News', 2: 'Insights', 3: 'Cases', 4: 'Videos' },
    by: 'By ',
    original: 'Original',
    reprinted: name => `From ${name}`,
    notPublished: 'Not published',
    caseInfo: 'Case summary',
    cause: 'Matter',
    court: 'Forum',
    stage: 'Stage',
    closedYear: 'Closed',
    outcome: 'Outcome',
    stages: { 1: 'First instance', 2: 'Appeal', 3: 'Retrial', 4: 'Arbitration', 5: 'Non-contentious' },
    fields: 'Practice areas',
    readOriginal: 'Read the article',
    outside: 'Opens an external page',
    channel: 'Watch on WeChat Channels',
    video: 'Watch the video',
    videoFails: 'The video cannot be played',
    people: 'Related lawyers',
    roles: { 1: 'Author', 2: 'Lead', 3: 'Team' },
    reads: (reads, shares) => `${reads ?? 0} reads · ${shares ?? 0} shares`,
    empty: 'No text yet',
  },
}

/** Texts for a language; Chinese if the back-end does not send the language. */
export const articleLabelsIn = (language: PreviewArticle['language'] | null) =>
  articleLabels[language ?? 'CN']
