import { inputOf } from '../articles.ts'
import { consentWith } from '../previewLinks.ts'
import type { Stage } from '../stage.ts'
import type { Makers } from './example.ts'

const logSubject = (id: number) => ({ module: 6, target: ['articles', id] }) as const
const written = [
  'kind',
  'typeId',
  'title',
  'language',
  'cover',
  'content',
  'contentMode',
  'sourceType',
  'lawyerIds',
  'organizationId',
  'sort',
]
const text = { kind: 2, values: JSON.stringify({ title: '还没有写完' }) } as const
const retitled = ['股东出资期限的实务问题', '新的标题'] as const

/** A published article with a change waiting for review. */
const changed = async ({ admin, published }: Stage) => {
  const { articleId, version, key } = await published()
  const saved = await admin.call('articles.update', { articleId, version, title: retitled[1] })
  return { articleId, version: saved.version, key }
}

/** A case that names a party, which needs its client's consent. */
const caseOf = ({ types, article }: Stage) =>
  article({ kind: 3, typeId: types[3], caseInfo: { cause: '买卖合同纠纷' }, parties: ['王小明'] })

const removed = async ({ admin, article }: Stage) => {
  const { articleId } = await article()
  await admin.call('articles.remove', { articleId })
  return articleId
}

export const articleMakers: Makers = {
  'articles.add': {
    byAdministrator: async ({ app, types, organizationId, lawyer }) => ({
      input: inputOf(app, types, { organizationId, lawyerIds: [(await lawyer()).id] }),
      logs: answer => [{ ...logSubject(Number(answer['articleId'])), action: 'create', diff: written }],
    }),
    byHimself: async ({ app, types, organizationId, lawyer }) => {
      const { id, key } = await lawyer()
      return {
        by: key,
        input: inputOf(app, types, { organizationId, lawyerIds: [id], submit: 1 }),
        logs: answer => [
          { ...logSubject(Number(answer['articleId'])), action: 'create', diff: written },
          { ...logSubject(Number(answer['articleId'])), action: 'submit' },
        ],
      }
    },
  },
  'articles.update': {
    content: async ({ article }) => {
      const { articleId, version } = await article()
      return {
        input: { articleId, version, title: retitled[1] },
        logs: [{ ...logSubject(articleId), action: 'update', diff: { title: retitled } }],
      }
    },
    publication: async ({ article }) => {
      const { articleId, version } = await article()
      return {
        input: { articleId, version, submit: 1 },
        logs: [{ ...logSubject(articleId), action: 'publish' }],
      }
    },
    ofPublished: async ({ published }) => {
      const { articleId, version } = await published()
      return {
        input: { articleId, version, title: retitled[1] },
        logs: [{ ...logSubject(articleId), action: 'update', diff: { title: retitled } }],
      }
    },
    withdrawal: async ({ waiting }) => {
      const { articleId, version, key } = await waiting()
      return {
        by: key,
        input: { articleId, version, submit: 0 },
        logs: [{ ...logSubject(articleId), action: 'withdraw' }],
      }
    },
  },
  'articles.remove': async ({ article }) => {
    const { articleId } = await article()
    return { input: { articleId }, logs: [{ ...logSubject(articleId), action: 'delete' }] }
  },
  'articles.keepDraft': {
    ofNew: () => ({
      input: text,
      logs: 'every few seconds of writing; the article is logged when it is saved',
    }),
    ofArticle: async ({ article }) => ({
      input: { ...text, articleId: (await article()).articleId },
      logs: 'every few seconds of writing; the article is logged when it is saved',
    }),
  },
  'articles.dropDraft': async ({ app, place, article }) => {
    const { articleId } = await article()
    await (await app.as(place.admin)).call('articles.keepDraft', { ...text, articleId })
    return { input: { kind: 2, articleId }, logs: 'what was never saved' }
  },
  'articles.pass': {
    waiting: async ({ waiting }) => {
      const { articleId, version } = await waiting()
      return { input: { articleId, version }, logs: [{ ...logSubject(articleId), action: 'pass' }] }
    },
  },
  'articles.refuse': async ({ waiting }) => {
    const { articleId, version } = await waiting()
    return {
      input: { articleId, version, reason: '请补充出处' },
      logs: [{ ...logSubject(articleId), action: 'refuse' }],
    }
  },
  'articles.offline': async ({ published }) => {
    const { articleId } = await published()
    return {
      input: { articleId, reason: '内容过时' },
      logs: [{ ...logSubject(articleId), action: 'offline' }],
    }
  },
  'articles.share': async ({ article }) => {
    const { articleId } = await article()
    return { input: { articleId, recipient: '周敏' }, logs: [{ ...logSubject(articleId), action: 'share' }] }
  },
  'articles.askConsent': async stage => {
    const { articleId } = await caseOf(stage)
    return {
      input: { articleId, recipient: '周敏' },
      logs: [{ ...logSubject(articleId), action: 'share' }],
    }
  },
  'articles.withdrawConsent': async stage => {
    const { articleId } = await caseOf(stage)
    const { linkKey } = await stage.admin.call('articles.askConsent', { articleId, recipient: '周敏' })
    await consentWith(stage.app, linkKey)
    return { input: { articleId }, logs: [{ ...logSubject(articleId), action: 'clientWithdraw' }] }
  },
  'articles.importOfficial': async ({ app }) => {
    const system = await app.as('system')
    const { version } = await system.call('system.config', {})
    const official = { appId: 'wx0123456789abcdef', secret: '公众号的密钥' }
    await system.call('system.updateConfig', { official, version })
    return {
      input: { messageKey: 'MESSAGE', index: 0, kind: 2 },
      logs: [{ module: 6, action: 'create' }],
    }
  },
  'previewLinks.revoke': async ({ admin, article }) => {
    const { articleId } = await article()
    const { id } = await admin.call('articles.share', { articleId, recipient: '周敏' })
    return { input: { id }, logs: [{ ...logSubject(articleId), action: 'disable' }] }
  },
  'articles.top': async ({ published }) => {
    const { articleId } = await published()
    return { input: { articleId, to: 1 }, logs: [{ ...logSubject(articleId), action: 'top' }] }
  },
  'articles.ignoreFinding': async ({ article }) => {
    const { articleId } = await article({ summary: '包赢官司' })
    return {
      input: { articleId, ruleId: 'R10', field: 'summary', text: '包赢', reason: '系引用的书名' },
      logs: [{ ...logSubject(articleId), action: 'ignore' }],
    }
  },
  'recycledArticles.restore': async stage => {
    const id = await removed(stage)
    return { input: { id }, logs: [{ ...logSubject(id), action: 'restore' }] }
  },
  'recycledArticles.purge': async stage => {
    const id = await removed(stage)
    return { input: { id }, logs: [{ ...logSubject(id), action: 'purge' }] }
  },
  'articles.discard': async stage => {
    const { articleId, version } = await changed(stage)
    return {
      input: { articleId, version },
      logs: [{ ...logSubject(articleId), action: 'withdraw', diff: { title: [retitled[1], retitled[0]] } }],
    }
  },
  'articles.restore': async ({ admin, article }) => {
    const { articleId, version } = await article()
    const saved = await admin.call('articles.update', { articleId, version, title: retitled[1] })
    return {
      input: { articleId, to: version, version: saved.version },
      logs: [{ ...logSubject(articleId), action: 'restore', diff: { title: [retitled[1], retitled[0]] } }],
    }
  },
  'articles.userTop': async ({ published }) => {
    const { articleId, lawyerId } = await published()
    return {
      input: { articleId, lawyerId, to: 1 },
      logs: [{ ...logSubject(articleId), action: 'top' }],
    }
  },
  'articles.userShow': {
    byAdministrator: async ({ published }) => {
      const { articleId, lawyerId } = await published()
      return {
        input: { articleId, lawyerId, to: 0 },
        logs: [{ ...logSubject(articleId), action: 'hide' }],
      }
    },
    byHimself: async ({ published }) => {
      const { articleId, lawyerId, key } = await published()
      return {
        by: key,
        input: { articleId, lawyerId, to: 0 },
        logs: [{ ...logSubject(articleId), action: 'hide' }],
      }
    },
  },
}
