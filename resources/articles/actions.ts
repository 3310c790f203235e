import { holdAction } from '../domain/hold.ts'
import { refusalReason } from '../domain/refusal.ts'
import { type Action, optional, text, type RecordValues } from '../kit/index.ts'
import { linkAction } from '../domain/previewLink.ts'
import type { articleCalls } from './calls.ts'
import type { articleFields } from './fields.ts'
import { isArticleActionOffered } from './transitions.ts'

type Article = RecordValues<typeof articleFields> & { version: number }

/** The actions on articles, the same for all kinds of content. */
export const articleActions: Record<string, Action<Article, keyof typeof articleCalls>> = {
  askConsent: {
    ...linkAction,
    call: 'askConsent',
    label: '征求客户同意',
    when: it => it.consent === 'missing',
    input: it => ({ articleId: it.articleId }),
  },
  pass: {
    call: 'pass',
    label: '通过',
    on: ['row', 'bulk', 'detail'],
    isDelayed: true,
    when: it => isArticleActionOffered('pass', it),
    input: it => ({ articleId: it.articleId, version: it.version }),
  },
  refuse: {
    call: 'refuse',
    label: '驳回',
    on: ['row', 'bulk', 'detail'],
    when: it => isArticleActionOffered('refuse', it),
    ask: { reason: refusalReason('article') },
    confirm: '作者会看到驳回原因，修改后可重新提交。',
    input: it => ({ articleId: it.articleId, version: it.version }),
    isDanger: true,
  },
  submit: {
    call: 'update',
    label: '提交',
    on: ['row', 'bulk', 'detail'],
    when: it => isArticleActionOffered('submit', it),
    confirm: '有审核权限时直接发布，否则提交审核；设有未来的发布时间则到时自动发布。',
    input: it => ({ articleId: it.articleId, submit: 1, version: it.version }),
  },
  withdraw: {
    call: 'update',
    label: '撤回',
    on: ['row', 'bulk', 'detail'],
    when: it => isArticleActionOffered('withdraw', it),
    confirm: '撤回后成为草稿，修改完成请重新提交。',
    input: it => ({ articleId: it.articleId, submit: 0, version: it.version }),
  },
  top: {
    call: 'top',
    label: '置顶',
    on: ['row', 'bulk', 'detail'],
    undo: 'untop',
    when: it => isArticleActionOffered('top', it) && it.isTop === 0,
    input: it => ({ articleId: it.articleId, to: 1 }),
  },
  untop: {
    call: 'top',
    label: '取消置顶',
    on: ['row', 'bulk', 'detail'],
    undo: 'top',
    when: it => it.isTop === 1,
    input: it => ({ articleId: it.articleId, to: 0 }),
  },
  offline: {
    call: 'offline',
    label: '下架',
    on: ['row', 'bulk', 'detail'],
    when: it => isArticleActionOffered('offline', it),
    ask: { reason: optional(text('下架原因', { min: 2, max: 200, isMultiline: true })) },
    confirm: '下架后，小程序不再显示，作者会收到通知。',
    input: it => ({ articleId: it.articleId }),
    isDanger: true,
  },
  discard: {
    call: 'discard',
    label: '恢复为已发布',
    on: ['row', 'detail'],
    when: it => isArticleActionOffered('discard', it),
    confirm: '未发布的修改将被放弃，已发布的内容不变。放弃的内容仍可在历史版本中恢复。',
    input: it => ({ articleId: it.articleId, version: it.version }),
    isDanger: true,
  },
  share: {
    ...linkAction,
    call: 'share',
    label: '分享预览',
    input: it => ({ articleId: it.articleId }),
  },
  withdrawConsent: {
    call: 'withdrawConsent',
    label: '登记撤回同意',
    on: ['detail'],
    when: it => it.consent === 'given',
    confirm: '客户要求撤回时办理。案例立即下架，重新发布需再次征求同意。',
    input: it => ({ articleId: it.articleId }),
    isDanger: true,
  },
  remove: {
    call: 'remove',
    label: '删除',
    on: ['row', 'bulk', 'detail'],
    when: it => isArticleActionOffered('remove', it),
    confirm: '内容移入回收站，30天内可以还原。',
    undo: 'recycledArticles.restore',
    input: it => ({ articleId: it.articleId }),
    isDanger: true,
  },
  hold: { ...holdAction, call: 'hold', input: it => ({ articleId: it.articleId }) },
}
