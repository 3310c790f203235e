import type { Db } from '../../server/db/connection/open.ts'
import {
  admins,
  apiTokens,
  articleDrafts,
  articles,
  cardAssignments,
  cardCampaigns,
  cardDrafts,
  cardQuestions,
  cards,
  cardVisits,
  configRevisions,
  counters,
  firms,
  holds,
  hosts,
  idempotencyKeys,
  installSecrets,
  directoryPeople,
  directoryRuns,
  machineDrafts,
  mandates,
  previewLinks,
  proposals,
  lawyers,
  logForwards,
  messageMirrors,
  offices,
  oneTimeCodes,
  reviewReminders,
  passkeys,
  secondFactors,
  securityQuestions,
  sessions,
  textMessages,
  presences,
  privacyRequests,
  reviewSubstitutes,
  sharedViews,
  transferRequests,
  visitMarks,
  visitSalts,
  batches,
  batchRecords,
  bulkRows,
  bulkRuns,
  positions,
  webhookDeliveries,
  webhooks,
} from '../../server/db/tables.ts'

const createdAt = new Date('2026-11-01T08:00:00Z')
const later = new Date('2026-11-01T20:00:00Z')

/** Rows of firm 1 in the tables that the demo firm leaves empty. */
export const addRowsInUse = async (db: Db): Promise<void> => {
  const firmId = 1
  const [person] = await db.select().from(lawyers).limit(1)
  const [admin] = await db.select().from(admins).limit(1)
  const [article] = await db.select().from(articles).limit(1)
  const [card] = await db.select().from(cards).limit(1)
  const [firstOffice, secondOffice] = await db.select().from(offices).limit(2)
  const lawyerId = person!.id
  const values = JSON.stringify({ slogan: '写了一半' })
  await db.insert(articleDrafts).values([
    { firmId, ownerPopulation: 1, ownerId: admin!.id, kind: 1, values, savedAt: createdAt },
    {
      firmId,
      ownerPopulation: 1,
      ownerId: admin!.id,
      articleId: article!.articleId,
      kind: article!.kind,
      values,
      version: article!.version,
      savedAt: createdAt,
    },
  ])
  const [batch] = await db.select().from(batches).limit(1)
  const [position] = await db.select().from(positions).limit(1)
  await db
    .insert(batchRecords)
    .values({ firmId, batchId: batch!.id, kind: 'positions', recordId: position!.postId })
  const { id: userId, organizationId } = admin!
  const run = {
    resource: 'lawyers',
    action: 'disable',
    answers: { reason: '停用' },
    params: {},
    state: 2 as const,
  }
  const starter = {
    population: 1 as const,
    userId,
    organizationId,
    createdByName: '赵主任',
    createdAt: createdAt,
  }
  const origin = { requestId: 'r', ip: '', device: '' }
  await db.insert(bulkRuns).values({ ...run, ...starter, ...origin, id: batch!.id, firmId, total: 1 })
  const disabled = {
    runId: batch!.id,
    position: 1,
    recordId: lawyerId,
    name: person!.name,
    state: 1 as const,
  }
  await db.insert(bulkRows).values({ ...disabled, firmId, version: 1, versionAfter: 2, doneAt: createdAt })
  await db
    .insert(cardDrafts)
    .values({ firmId, lawyerId, language: 'CN', values, version: 1, savedAt: createdAt })
  const held = {
    firmId,
    kind: 3 as const,
    targetId: 1,
    targetName: '总所',
    reason: '诉讼保全',
    endOn: '2020-01-01',
  }
  await db.insert(holds).values({ ...held, createdAt })
  await db.insert(machineDrafts).values({ firmId, lawyerId, digest: 'digest', madeAt: createdAt })
  const published = { firmId, key: 'miniProgram', version: 1, kind: 'publish' as const, createdAt: createdAt }
  await db.insert(configRevisions).values({ ...published, value: { share: { title: '名片' } } })
  await db.insert(counters).values({ key: 'login:1:1:nobody', count: 2, total: 2, windowEndsAt: later })
  const answer = { code: '200', message: 'ok', data: { id: 1 }, requestId: 'r' }
  const repeated = { firmId, caller: `1:${admin!.id}`, key: 'once', requestHash: 'hash', answer }
  await db.insert(idempotencyKeys).values({ ...repeated, createdAt: createdAt })
  await db.insert(installSecrets).values({ name: 'device', value: 'c2VjcmV0' }).onConflictDoNothing()
  const code = { firmId, purpose: 'login', codeHash: 'hash', triesLeft: 5, expireAt: later }
  await db.insert(oneTimeCodes).values({ ...code, id: 'code', kind: 'sms', subject: '13800000001' })
  const reminder = { firmId, kind: 'card' as const, subjectId: card!.id, since: createdAt, sentAt: later }
  await db.insert(reviewReminders).values(reminder)
  await db.insert(logForwards).values({ firmId, target: 'bucket', seq: 1, forwardedAt: later })
  const mirror = { type: 3, title: '名片待审核', createdAt, attempts: 1 }
  await db.insert(messageMirrors).values([
    { firmId, channel: 'robot', ...mirror, sentAt: later },
    { firmId, channel: 'mail', population: 1, userId: admin!.id, ...mirror },
  ])
  await db
    .insert(cardCampaigns)
    .values({ firmId, startedOn: '2026-11-01', startedAt: createdAt, cards: 1, createdByName: admin!.name })
  const question = { firmId, population: 2 as const, userId: lawyerId, question: '母校', answerHash: 'hash' }
  await db.insert(securityQuestions).values({ ...question, updatedAt: createdAt })
  const factor = {
    firmId,
    population: 1 as const,
    userId: admin!.id,
    sealed: 'c2VhbGVk',
    confirmedAt: createdAt,
  }
  await db.insert(secondFactors).values({ ...factor, recoveryHashes: ['hash'], updatedAt: createdAt })
  await db.insert(passkeys).values({
    firmId,
    population: 1,
    userId: admin!.id,
    name: '办公室电脑',
    host: 'localhost',
    credentialId: 'aWQ',
    publicKey: 'a2V5',
    signCount: 0,
    createdAt,
  })
  const tokens = await db
    .insert(apiTokens)
    .values({
      firmId,
      name: '人事系统',
      tokenHash: 'hash',
      tail: 'abcd',
      adminId: admin!.id,
      capabilities: ['lawyer.view'],
      lastDay: '2026-11-30',
      expireAt: later,
      createdAt,
    })
    .returning()
  await db.insert(proposals).values({
    firmId,
    tokenId: tokens[0]!.id,
    tokenName: '人事系统',
    ownerId: admin!.id,
    ownerName: '顾主任',
    call: 'offices.update',
    resource: 'offices',
    isCreation: 0,
    title: '总所',
    input: { organizationId: 1, version: 1 },
    createdAt,
  })
  const hook = { firmId, id: 1, name: '官网', url: 'https://www.firm.example/hook', sealed: 'c2VhbGVk' }
  await db.insert(webhooks).values({ ...hook, events: ['card.published'], adminId: admin!.id, createdAt })
  const delivery = { firmId, webhookId: 1, event: 'card.published' as const, body: '{}', state: 1 as const }
  await db.insert(webhookDeliveries).values({ ...delivery, nextAt: later, createdAt })
  const session = { firmId, tokenHash: 'hash', population: 1 as const, userId: admin!.id, expireAt: later }
  await db.insert(sessions).values(session)
  const message = {
    firmId,
    lawyerId,
    mobile: person!.mobile,
    sealed: null,
    createdAt: createdAt,
    sentAt: createdAt,
  }
  await db.insert(textMessages).values(message)
  const adminId = admin!.id
  await db.insert(cardAssignments).values({
    firmId,
    cardId: card!.id,
    adminId,
    assignedAt: createdAt,
    assignedByName: admin!.name,
  })
  await db.insert(cardQuestions).values({
    firmId,
    cardId: card!.id,
    question: '入所年份是哪一年？',
    askedById: adminId,
    askedByName: admin!.name,
    askedAt: createdAt,
  })
  await db.insert(reviewSubstitutes).values({
    firmId,
    reviewerId: adminId,
    substituteId: adminId,
    startAt: createdAt,
    endAt: later,
    createdAt,
  })
  await db.insert(mandates).values({
    firmId,
    lawyerId,
    adminId,
    fields: ['intro'],
    startAt: createdAt,
    endAt: later,
    createdAt,
  })
  await db.insert(previewLinks).values({
    firmId,
    cardId: card!.id,
    purpose: 1,
    recipient: '周敏',
    secretHash: 'hash',
    createdAt,
    expireAt: later,
  })
  await db.insert(directoryPeople).values({
    firmId,
    source: 'wecom',
    externalId: 'zhangsan',
    lawyerId,
    given: { name: person!.name },
    createdAt,
    updatedAt: createdAt,
  })
  await db.insert(directoryRuns).values({
    firmId,
    source: 'wecom',
    state: 2,
    fields: ['name'],
    lawyerIds: [lawyerId],
    createdAt,
    createdByName: admin!.name,
  })
  await db.insert(presences).values({
    firmId,
    resource: 'cards',
    recordId: card!.id,
    population: 1,
    userId: adminId,
    name: admin!.name,
    since: createdAt,
    seenAt: createdAt,
  })
  const day = '2026-11-01'
  await db.insert(cardVisits).values({ firmId, cardId: card!.id, day, kind: 'open', count: 3 })
  await db
    .insert(visitMarks)
    .values({ firmId, visitor: 'A'.repeat(22), cardId: card!.id, kind: 'open', until: later })
  await db.insert(visitSalts).values({ firmId, day, salt: 'salt' })
  await db.insert(sharedViews).values({
    firmId,
    resource: 'cards',
    name: '本月待审核',
    content: {
      filter: {},
      sort: { field: 'id', order: 'ASC' },
      perPage: 20,
      columns: { order: [], hidden: [] },
      density: 'comfortable',
    },
  })
  await db.insert(privacyRequests).values({
    firmId,
    population: 2,
    name: '提出请求的人',
    organizationId: firstOffice!.organizationId,
    kind: 1,
    content: '资料有误',
    dueAt: new Date(),
  })
  await db.insert(transferRequests).values({
    firmId,
    lawyerId,
    lawyerName: person!.name,
    organizationId: secondOffice!.organizationId,
    toId: firstOffice!.organizationId,
    reason: '团队调整',
  })
}

/** A second firm, which reveals migrations that change the rows of one firm only. */
export const addSecondFirm = async (db: Db): Promise<void> => {
  const firmId = 2
  await db.insert(firms).values({ firmId, name: '桃源律师事务所', shortName: '桃源' })
  await db.insert(hosts).values({ name: 'taoyuan.example', firmId })
  const place = { provinceCode: '310000', cityCode: '310100', districtCode: '310115', address: '路1号' }
  const [office] = await db
    .insert(offices)
    .values({ firmId, isMain: 1, name: '别所', ...place })
    .returning()
  const { organizationId } = office!
  const account = { firmId, organizationId, mobile: '13900000201', name: '冯主任' }
  await db.insert(admins).values({ ...account, account: 'admin', officeLevel: 1 })
  const [lawyer] = await db
    .insert(lawyers)
    .values({ ...account, mobile: '13800000001', name: '陈律师', codeKey: 'c200000001' })
    .returning()
  const card = { firmId, organizationId, lawyerId: lawyer!.id, name: '陈律师' }
  await db.insert(cards).values({ ...card, language: 'CN', content: { name: '陈律师' } })
}
