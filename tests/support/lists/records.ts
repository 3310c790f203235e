import {
  apiTokens,
  proposals,
  announcements,
  batches,
  bulkRows,
  bulkRuns,
  logs,
  messages,
  holds,
  privacyRequests,
  transferRequests,
  webhookDeliveries,
  webhooks,
} from '../../../server/db/tables.ts'
import type { TestApp } from '../app.ts'
import type { Person } from '../world.ts'
import { nonNullMoments, dayEdges, sampleMoments, cycle } from './moments.ts'

/**
 * Announcements of the main office and of a branch with their receivers, and messages of other kinds; returns
 * the office of each announcement.
 */
export const fillMessages = ({ database, world }: TestApp) =>
  database.write(1, async db => {
    const offices = new Map<number, number>()
    const receivers = ['13800000001', '13800000002', 'admin2', 'branch', '13800000003'].map(key =>
      world.people.get(key)!,
    )
    for (let index = 0; index < 6; index += 1) {
      const [batch] = await db
        .insert(batches)
        .values({ firmId: 1, kind: 'messages.announce', count: 5, createdAt: cycle(nonNullMoments, index) })
        .returning({ id: batches.id })
      const title = cycle(['停电通知', '年会安排', '系统升级'], index)
      const organizationId = world.offices.get(cycle(['总所', '东所', '南所'], index))!
      offices.set(batch!.id, organizationId)
      const level = cycle([1, 2] as const, index)
      await db.insert(announcements).values({
        id: batch!.id,
        firmId: 1,
        title,
        content: title,
        level,
        audience: cycle([1, 2, 3] as const, index),
        organizationIds: [],
        lawyerIds: [],
        adminIds: [],
        organizationId,
        createdAt: cycle(nonNullMoments, index),
        createdByName: '赵主任',
        sent: receivers.length,
        search: title,
      })
      await db.insert(messages).values(
        receivers.map(({ population, id }, at) => ({
          firmId: 1,
          receiverType: population,
          receiverId: id,
          type: cycle([7, 7, 1] as const, index),
          title,
          content: title,
          level,
          status: cycle([0, 1] as const, index + at),
          readAt: cycle(sampleMoments, index + at),
          batchId: batch!.id,
          createdAt: cycle(nonNullMoments, index),
        })),
      )
    }
    return offices
  })

/** Transfer requests of two branches in every state. */
export const fillTransfers = ({ database, world }: TestApp) =>
  database.write(1, async db => {
    // A person may have a second open request beside a decided one.
    const [first, ...others] = ['13800000001', '13800000002', '13800000003'].map(
      key => world.people.get(key)!.id,
    )
    for (let index = 0; index < 8; index += 1)
      await db.insert(transferRequests).values({
        firmId: 1,
        lawyerId: index === 0 ? first! : cycle(others, index),
        lawyerName: cycle(['申律师', '白律师', '申律师'], index),
        organizationId: world.offices.get(cycle(['东所', '南所', '东所'], index))!,
        toId: world.offices.get(cycle(['总所', '南所'], index))!,
        reason: '团队调整',
        status: cycle([0, 1, 2, 3] as const, index),
        createdAt: cycle(nonNullMoments, index),
        createdByName: '孙主任',
        decidedAt: cycle(sampleMoments, index),
      })
    for (let index = 0; index < 9; index += 1)
      await db.insert(privacyRequests).values({
        firmId: 1,
        population: 2,
        userId: cycle(others, index),
        name: cycle(['申律师', '白律师', '申律师'], index),
        organizationId: world.offices.get(cycle(['总所', '东所', '南所', '东所'], index))!,
        kind: index % 2 === 0 ? 1 : 2,
        content: '资料有误',
        status: index === 0 ? 0 : cycle([1, 2] as const, index),
        dueAt: cycle(nonNullMoments, index),
        createdAt: cycle(nonNullMoments, index),
      })
    for (let index = 0; index < 9; index += 1)
      await db.insert(holds).values({
        firmId: 1,
        kind: cycle([1, 2, 3] as const, index),
        targetId: 1,
        targetName: cycle(['申律师', '白律师', '100%保全'], index),
        reason: '诉讼保全',
        endOn: cycle(['2020-01-01', '2999-12-31'], index),
        createdAt: cycle(nonNullMoments, index),
      })
    for (let index = 0; index < 9; index += 1) {
      const [hook] = await db
        .insert(webhooks)
        .values({
          firmId: 1,
          name: cycle(['官网', '100%人事', '人_事'], index),
          url: `https://hooks.example.com/${index}`,
          events: [cycle(['card.published', 'lawyer.left'] as const, index)],
          sealed: '',
          status: cycle([1, 0, 2] as const, index),
          adminId: world.people.get('admin')!.id,
          failingSince: cycle(sampleMoments, index),
          createdAt: cycle(nonNullMoments, index),
        })
        .returning({ id: webhooks.id })
      await db.insert(webhookDeliveries).values({
        firmId: 1,
        webhookId: hook!.id,
        event: cycle(['card.published', 'lawyer.left', 'test'] as const, index),
        body: '{}',
        state: cycle([1, 2] as const, index),
        attempts: index,
        nextAt: new Date(0),
        createdAt: cycle(nonNullMoments, index),
      })
    }
    const tokenIds: number[] = []
    for (let index = 0; index < 9; index += 1) {
      const [token] = await db
        .insert(apiTokens)
        .values({
          firmId: 1,
          name: cycle(['人事系统', '100%官网', '人_事'], index),
          tokenHash: `hash ${index}`,
          tail: `ab${index}_`,
          adminId: world.people.get('admin')!.id,
          capabilities: ['lawyer.view'],
          lastDay: cycle(['2026-11-01', '2099-03-01', '2099-04-01'], index),
          expireAt: cycle([new Date(0), new Date('2099-03-02'), new Date('2099-04-02')], index),
          lastUsedAt: cycle(sampleMoments, index),
          revokedAt: cycle([null, null, null, null, dayEdges.last], index),
          createdAt: cycle(nonNullMoments, index),
        })
        .returning({ id: apiTokens.id })
      tokenIds.push(token!.id)
    }
    for (let index = 0; index < 8; index += 1)
      await db.insert(proposals).values({
        firmId: 1,
        tokenId: tokenIds[index]!,
        tokenName: cycle(['人事系统', '100%官网', '人_事'], index),
        ownerId: world.people.get('admin')!.id,
        ownerName: cycle(['赵主任', '钱主任'], index),
        call: cycle(['offices.update', 'cards.update', 'mpName.update'], index),
        resource: cycle(['offices', 'cards', 'mpName'], index),
        isCreation: 0,
        title: cycle(['东所', '样本100%律师', '小程序名称'], index),
        organizationId: world.offices.get(cycle(['总所', '东所', '南所'], index))!,
        input: {},
        state: cycle([1, 2, 3, 4, 5] as const, index),
        decidedByName: cycle([null, '孙主任'], index),
        reason: cycle([null, null, '不符合本所的写法'], index),
        createdAt: cycle(nonNullMoments, index),
      })
  })

/** Imports of the main office and of a branch: complete, partial and undone. */
export const fillImports = ({ database, world }: TestApp) =>
  database.write(1, async db => {
    for (let index = 0; index < 8; index += 1)
      await db.insert(batches).values({
        firmId: 1,
        kind: 'lawyers',
        count: 3,
        createdAt: cycle(nonNullMoments, index),
        createdBy: '1:1',
        createdByName: cycle(['赵主任', '钱主任'], index),
        organizationId: world.offices.get(cycle(['总所', '东所', '南所'], index))!,
        source: cycle([1, 2] as const, index),
        created: cycle([3, 3, 1], index),
        failed: cycle([0, 2, 0, 5], index),
        undoneAt: cycle([null, null, dayEdges.last], index),
      })
  })

/** The action whose records the list of results shows. */
export const shownRun = { id: 0 }

/** Of the main office and of branches: at work, finished and stopped, and the records of the first. */
export const fillBulkRuns = ({ database, world }: TestApp) =>
  database.write(1, async db => {
    for (let index = 0; index < 8; index += 1) {
      const commonValues = {
        firmId: 1,
        createdAt: cycle(nonNullMoments, index),
        createdByName: cycle(['赵主任', '钱_主任'], index),
        organizationId: world.offices.get(cycle(['总所', '东所', '南所'], index))!,
      }
      const [batch] = await db
        .insert(batches)
        .values({ ...commonValues, kind: 'bulk', count: 3 })
        .returning({ id: batches.id })
      await db.insert(bulkRuns).values({
        ...commonValues,
        id: batch!.id,
        resource: 'lawyers',
        action: cycle(['disable', 'pass'], index),
        answers: {},
        params: {},
        state: cycle([2, 3, 1] as const, index),
        total: 3,
        population: 1,
        userId: 1,
        requestId: 'seed',
        ip: '',
        device: '',
      })
      shownRun.id ||= batch!.id
    }
    await db.insert(bulkRows).values(
      Array.from({ length: 9 }, (_, index) => ({
        firmId: 1,
        runId: shownRun.id,
        position: index + 1,
        recordId: 100 + index,
        name: cycle(['吴律师', '100%样本', '郑_律师'], index),
        state: cycle([0, 1, 2, 3] as const, index),
        message: cycle([null, null, '选中后已被修改，请核对后再操作', '系统错误，请稍后重试'], index),
        doneAt: cycle(sampleMoments, index),
      })),
    )
  })

// Far above the numbers of real log rows, which count from one: these rows are outside the chain.
const firstSeq = 1_000_000

/** Log rows of all kinds at the edges of a day, half of them by or about the first lawyer. */
export const fillLogs = ({ database, world }: TestApp) =>
  database.write(1, async db => {
    const [lawyer, other, admin, south] = ['13800000001', '13800000002', 'admin', 'south'].map(key =>
      world.people.get(key)!,
    ) as [Person, Person, Person, Person]
    const rows = Array.from({ length: 24 }, (_, index) => {
      const author = cycle([lawyer, admin, lawyer, other, south], index)
      const isLawyers = index % 4 === 1
      return {
        firmId: 1,
        seq: firstSeq + index,
        createdAt: cycle(nonNullMoments, index),
        logType: cycle([2, 1, 2, 3] as const, index),
        module: cycle([5, 4, 1, 6], index),
        action: cycle(['update', 'create', 'delete'], index),
        important: 1 as const,
        operatorType: author.population,
        operatorId: author.id,
        operatorName: cycle([`${author.name}_x`, author.name, author.name], index),
        organizationId: author.organizationId,
        targetType: isLawyers ? 'lawyers' : 'offices',
        targetId: isLawyers ? lawyer.id : cycle([5, 6, 7], index),
        targetName: cycle(['吴律师', '100%样本', '东所'], index),
        targetOrgId: world.offices.get(cycle(['总所', '东所', '南所'], index))!,
        summary: cycle(['修改【吴律师】的团队', '新增【100%样本】', '删除【东_所】', '停用【东所】'], index),
        batchId: cycle([11, 12, null], index),
        result: cycle([1, 1, 0] as const, index),
        requestId: 'seed',
        prevHash: '',
        hash: '',
      }
    })
    await db.insert(logs).values(rows)
  })
