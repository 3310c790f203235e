import { zipSync } from 'fflate'
import { defaultTemplateParts } from '../../../server/services/outputs/word/defaultTemplate.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import { cardCampaigns, reviewSubstitutes } from '../../../server/db/tables.ts'
import type { TestApp } from '../app.ts'
import type { Stage } from '../stage.ts'
import type { Makers } from './example.ts'

const logSubject = (id: number) => ({ module: 5, target: ['cards', id] }) as const
const content = ['name', 'avatar', 'workPosition', 'mobile', 'professions', 'intro', 'visibility']

const removedCard = async ({ admin, card }: Stage) => {
  const { id } = await card()
  await admin.send('POST', '/lawyer/card/delete', { body: { ids: [id], reason: '录入有误' } })
  return id
}

/** As if the firm had asked for the confirmation of every card that exists now. */
const askedToConfirm = ({ database, clock }: TestApp) =>
  database.write(1, async db => {
    const startedAt = clock.now()
    await db.delete(cardCampaigns)
    await db.insert(cardCampaigns).values({ firmId: 1, startedOn: firmDay(startedAt), startedAt, cards: 1 })
  })

const mandateSubject = (id: number) => ({ module: 5, target: ['lawyers', id] }) as const

/** A lawyer who is signed in, and a colleague. */
const twoMembers = async ({ app, lawyer }: Stage) => {
  const { key, id } = await lawyer()
  return { key, id, owner: await app.as(key), assistantId: (await lawyer()).id }
}

const mandateOf = ({ app }: Stage, assistantId: number) => {
  const today = firmDay(app.clock.now())
  return {
    population: 2 as const,
    assistantId,
    fields: ['intro' as const],
    startOn: today,
    endOn: today,
  }
}

export const cardMakers: Makers = {
  'cards.createCard': {
    byAdministrator: async ({ lawyer, needed }) => {
      const { id: lawyerId } = await lawyer()
      return {
        input: { lawyerId, language: 'CN', name: '样本律师', ...needed },
        logs: answer => [{ ...logSubject(Number(answer['id'])), action: 'create', diff: content }],
      }
    },
    byHimself: async ({ lawyer, needed }) => {
      const { key } = await lawyer()
      return {
        by: key,
        input: { language: 'CN', name: '样本律师', ...needed },
        logs: answer => [{ ...logSubject(Number(answer['id'])), action: 'create', diff: content }],
      }
    },
  },
  'cards.update': {
    content: async ({ card }) => {
      const { id, version } = await card()
      return {
        input: { id, version, team: '争议部' },
        logs: [{ ...logSubject(id), action: 'update', diff: { team: ['', '争议部'] } }],
      }
    },
    hiding: async ({ card }) => {
      const { id, version } = await card()
      return {
        input: { id, version, showStatus: 0 },
        logs: [{ ...logSubject(id), action: 'hide', diff: { showStatus: ['展示', '隐藏'] } }],
      }
    },
    byHimself: async ({ card }) => {
      const { id, version, key } = await card()
      return {
        by: key,
        input: { id, version, slogan: '行胜于言' },
        logs: [{ ...logSubject(id), action: 'update', diff: { slogan: ['', '行胜于言'] } }],
      }
    },
    approving: async ({ submittedCard }) => {
      const { id, version } = await submittedCard()
      return {
        input: { id, version, team: '争议部', publish: 1 },
        logs: [
          { ...logSubject(id), action: 'update', diff: { team: ['', '争议部'] } },
          { ...logSubject(id), action: 'approve', diff: [...content, 'team'] },
        ],
      }
    },
  },
  'cards.adminAuditCard': {
    approval: async ({ submittedCard }) => {
      const { id, version } = await submittedCard()
      return {
        input: { id, version, auditStatus: 2 },
        logs: [{ ...logSubject(id), action: 'approve', diff: content }],
      }
    },
    correction: async ({ submittedCard }) => {
      const { id, version } = await submittedCard()
      return {
        input: { id, version, auditStatus: 2, patch: { team: '争议部' } },
        logs: [
          { ...logSubject(id), action: 'update', diff: { team: ['', '争议部'] } },
          { ...logSubject(id), action: 'approve', diff: [...content, 'team'] },
        ],
      }
    },
    rejection: async ({ submittedCard }) => {
      const { id, version } = await submittedCard()
      const items = [{ field: 'intro', reason: '请写得具体一些' }]
      return {
        input: { id, version, auditStatus: 3, reason: '请补充', items },
        logs: [{ ...logSubject(id), action: 'reject', diff: { intro: ['', '请写得具体一些'] } }],
      }
    },
    several: async ({ submittedCard }) => {
      const { id, version } = await submittedCard()
      return {
        input: { ids: [id], versions: [version], auditStatus: 2 },
        logs: [{ ...logSubject(id), action: 'approve', diff: content }],
      }
    },
  },
  'cards.keepDraft': async ({ lawyer }) => ({
    by: (await lawyer()).key,
    input: { language: 'CN', values: '{"slogan":"未完"}' },
    logs: 'every few seconds of writing; the card is logged when it is saved',
  }),
  'cards.dropDraft': async ({ app, lawyer }) => {
    const { key: caller } = await lawyer()
    await (await app.as(caller)).call('cards.keepDraft', { language: 'CN', values: '{"slogan":"未完"}' })
    return { by: caller, input: { language: 'CN' }, logs: 'what was never saved' }
  },
  'cards.reveal': {
    byAdministrator: async ({ card }) => {
      const { id } = await card()
      return { input: { id }, logs: [{ module: 14, action: 'reveal', target: ['cards', id] }] }
    },
    byHimself: async ({ card }) => {
      const { id, key } = await card()
      return { by: key, input: { id }, logs: 'he looked at his own number' }
    },
  },
  'cards.ignoreFinding': async ({ admin, card }) => {
    const { id, version } = await card()
    await admin.call('cards.update', { id, version, slogan: '包赢官司' })
    return {
      input: { id, ruleId: 'R10', field: 'slogan', text: '包赢', reason: '系引用的书名' },
      logs: [{ ...logSubject(id), action: 'ignore' }],
    }
  },
  'cards.ask': async ({ submittedCard }) => {
    const { id } = await submittedCard()
    return {
      input: { id, field: 'intro', question: '哪一年执业？' },
      logs: [{ ...logSubject(id), action: 'ask', diff: { question: ['', '哪一年执业？'] } }],
    }
  },
  'cards.answer': async ({ admin, submittedCard }) => {
    const { id, key } = await submittedCard()
    const question = await admin.call('cards.ask', { id, question: '哪一年执业？' })
    return {
      by: key,
      input: { id: question.id, answer: '2008年' },
      logs: [{ ...logSubject(id), action: 'answer', diff: { answer: ['', '2008年'] } }],
    }
  },
  'cards.assign': async ({ admin, submittedCard }) => {
    const { id } = await submittedCard()
    return {
      input: { id, adminId: admin.id },
      logs: [{ ...logSubject(id), action: 'assign', diff: { assignee: ['', admin.name] } }],
    }
  },
  'reviews.nameSubstitute': async ({ app, administrator }) => {
    await app.database.write(1, db => db.delete(reviewSubstitutes))
    const { id } = await administrator(4)
    const today = firmDay(app.clock.now())
    return {
      input: { substituteId: id, startOn: today, endOn: today },
      logs: [
        {
          module: 3,
          action: 'substitute',
          target: ['admins', id],
          diff: ['period', 'reviewer', 'substitute'],
        },
      ],
    }
  },
  'reviews.endSubstitute': async ({ app, admin, administrator }) => {
    await app.database.write(1, db => db.delete(reviewSubstitutes))
    const { id: substituteId } = await administrator(4)
    const today = firmDay(app.clock.now())
    const { id } = await admin.call('reviews.nameSubstitute', { substituteId, startOn: today, endOn: today })
    return { input: { id }, logs: [{ module: 3, action: 'withdraw', target: ['admins', substituteId] }] }
  },
  'mandates.grant': async stage => {
    const { key, id, assistantId } = await twoMembers(stage)
    return {
      by: key,
      input: mandateOf(stage, assistantId),
      logs: [{ ...mandateSubject(id), action: 'mandate', diff: ['assistant', 'mandateFields', 'term'] }],
    }
  },
  'mandates.change': async stage => {
    const { key, id, assistantId, owner } = await twoMembers(stage)
    const { endOn, ...chosen } = mandateOf(stage, assistantId)
    const mandate = await owner.call('mandates.grant', { ...chosen, endOn })
    return {
      by: key,
      input: { ...mandate, fields: ['intro', 'team'], endOn },
      logs: [{ ...mandateSubject(id), action: 'mandate', diff: ['mandateFields'] }],
    }
  },
  'mandates.end': async stage => {
    const { key, id, assistantId, owner } = await twoMembers(stage)
    const mandate = await owner.call('mandates.grant', mandateOf(stage, assistantId))
    return {
      by: key,
      input: { id: mandate.id },
      logs: [{ ...mandateSubject(id), action: 'mandateEnd' }],
    }
  },
  'cards.unschedule': async ({ app, admin, publishedCard }) => {
    const { id } = await publishedCard()
    const effectiveOn = firmDay(app.clock.now().getTime() + 24 * 3_600_000)
    const { version: published } = await admin.call('cards.cardInfo', { id })
    const { version } = await admin.call('cards.update', {
      id,
      version: published,
      team: '争议部',
      effectiveOn,
    })
    return {
      input: { id, version },
      logs: [{ ...logSubject(id), action: 'withdraw', diff: { effectiveOn: [effectiveOn, ''] } }],
    }
  },
  'cards.submitAudit': {
    submit: async ({ card }) => {
      const { id, version, key } = await card()
      return { by: key, input: { id, version }, logs: [{ ...logSubject(id), action: 'submit' }] }
    },
    withdraw: async ({ submittedCard }) => {
      const { id, version, key } = await submittedCard()
      return {
        by: key,
        input: { id, version, withdraw: 1 },
        logs: [{ ...logSubject(id), action: 'withdraw' }],
      }
    },
  },
  'cards.startConfirmation': async ({ app }) => {
    // At most one a day.
    await app.database.write(1, db => db.delete(cardCampaigns))
    return { by: 'admin', input: {}, logs: [{ module: 5, action: 'remind' }] }
  },
  'cards.confirm': async ({ app, publishedCard }) => {
    const { id, key } = await publishedCard()
    await askedToConfirm(app)
    const { version } = await (await app.as(key)).call('cards.cardInfo', { id })
    return { by: key, input: { id, version }, logs: [{ ...logSubject(id), action: 'confirm' }] }
  },
  'cards.confirmEnglish': async ({ admin, needed, publishedCard }) => {
    const { id: chinese, lawyerId, key } = await publishedCard()
    const content = { ...needed, name: 'Sample', slogan: 'One thing', publish: 1 } as const
    const { id } = await admin.call('cards.createCard', { lawyerId, language: 'EN', ...content })
    const { version } = await admin.call('cards.cardInfo', { id: chinese })
    const changed = await admin.call('cards.update', { id: chinese, version, slogan: '专注一件事' })
    return {
      by: key,
      input: { id, fields: [{ field: 'slogan', version: changed.version }] },
      logs: [{ ...logSubject(id), action: 'confirm' }],
    }
  },
  'cards.makeEnglishDraft': async ({ card, setting }) => {
    const { id, key } = await card()
    await setting('englishDraft', { isOn: 1, usesProvider: 1 })
    return { by: key, input: { id, field: 'intro' }, logs: [{ ...logSubject(id), action: 'translate' }] }
  },
  'cards.remindConfirmation': async ({ app, publishedCard }) => {
    const { id } = await publishedCard()
    await askedToConfirm(app)
    return { input: { id }, logs: [{ ...logSubject(id), action: 'remind' }] }
  },
  'cards.share': async ({ card }) => {
    const { id } = await card()
    return { input: { id, recipient: '周敏' }, logs: [{ ...logSubject(id), action: 'share' }] }
  },
  'cards.delete': async ({ card }) => {
    const { id } = await card()
    return { input: { ids: [id] }, logs: [{ ...logSubject(id), action: 'delete' }] }
  },
  'recycledCards.restore': async stage => {
    const id = await removedCard(stage)
    return { input: { id }, logs: [{ ...logSubject(id), action: 'restore' }] }
  },
  'recycledCards.purge': async stage => {
    const id = await removedCard(stage)
    return { input: { id }, logs: [{ ...logSubject(id), action: 'purge' }] }
  },
  'cards.outputs': async ({ publishedCard, setting }) => {
    const { lawyerId } = await publishedCard()
    await setting('shareCover', { cardUrl: 'https://card.example.com' })
    return {
      input: { lawyerId, reason: '印制名片' },
      logs: [{ module: 13, action: 'export', diff: ['lawyerId'] }],
    }
  },
  'cards.word': async ({ publishedCard, setting }) => {
    const { lawyerId } = await publishedCard()
    await setting('shareCover', { cardUrl: 'https://card.example.com' })
    return {
      input: { lawyerId, reason: '投标' },
      logs: [{ module: 13, action: 'export', diff: ['lawyerId'] }],
    }
  },
  'cards.saveWordTemplate': async ({ admin }) => ({
    input: {
      name: '律所简历.docx',
      content: Buffer.from(zipSync(defaultTemplateParts())).toString('base64'),
      version: (await admin.call('cards.wordTemplate', {})).version,
    },
    logs: [{ module: 10, action: 'config', target: ['wordTemplate', 1], diff: ['name'] }],
  }),
  'cards.countVisit': async ({ admin, publishedCard }) => {
    const { codeKey } = await admin.call('cards.cardInfo', { id: (await publishedCard()).id })
    return { input: { codeKey, kind: 'save' }, logs: 'visits of visitors, who are unknown' }
  },
  'cards.restore': {
    byAdministrator: async ({ admin, card }) => {
      const { id } = await card()
      const { version } = await admin.call('cards.update', { id, version: 1, team: '争议部' })
      return {
        input: { id, to: 1, version },
        logs: [{ ...logSubject(id), action: 'restore', diff: { team: ['争议部', ''] } }],
      }
    },
    byHimself: async ({ app, card }) => {
      const { id, key } = await card()
      const { version } = await (await app.as(key)).call('cards.update', { id, version: 1, team: '争议部' })
      return {
        by: key,
        input: { id, to: 1, version },
        logs: [{ ...logSubject(id), action: 'restore', diff: { team: ['争议部', ''] } }],
      }
    },
  },
}
