import type { DirectoryRow, DirectoryValues } from '../../../resources/domain/directory.ts'
import { apiTokens, directoryRuns, proposals } from '../../../server/db/tables.ts'
import type { TestApp } from '../app.ts'
import { connectDirectory } from '../directories.ts'
import { addLawyer } from '../world.ts'
import { turnFactorOn } from '../secondFactor.ts'
import type { Stage } from '../stage.ts'
import type { Makers } from './example.ts'

const created = (module: number, type: string, diff: readonly string[]) => (answer: { id?: unknown }) => [
  { module, action: 'create', target: [type, Number(answer.id)] as const, diff },
]

const branchLawyer = async (app: TestApp, digits: string) => {
  const key = `1370002${digits}`
  await app.database.write(1, db => addLawyer(db, app.world, 1, key, key, '东所律师', '东所'))
  return app.world.people.get(key)!
}

/** What a language model's program proposes for a new card, with a token of the stage's administrator. */
export const proposedTeam = async ({ app, admin, card, organizationId, setting }: Stage) => {
  await setting('agents', { isOpen: 1, mayPropose: 1 })
  const { id: cardId, lawyerId, version } = await card()
  const { id: ownerId, name } = admin
  const [row] = await app.database.write(1, async db => {
    const [token] = await db
      .insert(apiTokens)
      .values({
        firmId: 1,
        name: '资料助手',
        tokenHash: `sample ${cardId}`,
        tail: 'abcd',
        adminId: ownerId,
        capabilities: ['card.edit', 'card.view'],
        isForAgents: 1,
        mayPropose: 1,
        lastDay: '2099-12-31',
        expireAt: new Date('2099-12-31T16:00:00Z'),
      })
      .returning({ id: apiTokens.id })
    return db
      .insert(proposals)
      .values({
        firmId: 1,
        tokenId: token!.id,
        tokenName: '资料助手',
        ownerId,
        ownerName: name,
        call: 'cards.update',
        resource: 'cards',
        recordId: cardId,
        isCreation: 0,
        baseVersion: version,
        title: '样本律师',
        organizationId,
        lawyerId,
        cardId,
        input: { id: cardId, version, team: '争议部' },
        createdAt: app.clock.now(),
      })
      .returning({ id: proposals.id })
  })
  return { proposalId: row!.id, cardId }
}

/** Somebody of the same place who may decide, and does not own the token. */
const otherAdministrator = async ({ administrator }: Stage) => (await administrator(2)).key

/** A transfer request by a branch for one of its own people. */
const requestTransfer = async (app: TestApp, digits: string) => {
  const { id } = await branchLawyer(app, digits)
  const branch = await app.as('branch')
  const organizationId = app.world.offices.get('总所')!
  const request = await branch.call('lawyers.requestTransfer', { id, organizationId, reason: '团队调整' })
  return { id, requestId: request.id }
}

const disabling = (id: number) => ({ resource: 'lawyers', action: 'disable', filter: { ids: [id] } })

/** Somebody of the directory whom the firm does not have. */
const comparedRow = (values: DirectoryValues): DirectoryRow => ({
  index: 0,
  kind: 'new',
  externalId: values.mobile!,
  name: values.name!,
  lawyerId: null,
  version: null,
  values,
  differences: [],
  by: [],
  candidates: [],
  reason: null,
})

export const peopleMakers: Makers = {
  'admins.add': ({ organizationId, next }) => ({
    input: {
      name: '新管理员',
      account: `new${next()}`,
      mobile: `1350000${next()}`,
      organizationId,
      officeLevel: 2,
    },
    logs: created(3, 'admins', [
      'name',
      'account',
      'mobile',
      'organizationId',
      'officeLevel',
      'canAudit',
      'canExport',
      'isContact',
    ]),
  }),
  'admins.firmAccessUserUpdate': {
    remark: async ({ administrator }) => {
      const { id } = await administrator(2)
      return {
        input: { id, version: 1, remark: '周三值班' },
        logs: [{ module: 3, action: 'update', target: ['admins', id], diff: { remark: ['', '周三值班'] } }],
      }
    },
    mobile: async ({ administrator, next }) => {
      const { id } = await administrator(2)
      return {
        input: { id, version: 1, mobile: `1340000${next()}` },
        logs: [{ module: 3, action: 'update', target: ['admins', id], diff: ['mobile'] }],
      }
    },
    status: async ({ administrator }) => {
      const { id } = await administrator(2)
      return {
        input: { id, version: 1, status: 0 },
        logs: [{ module: 3, action: 'disable', target: ['admins', id], diff: { status: ['正常', '停用'] } }],
      }
    },
    password: async ({ administrator }) => {
      const { id } = await administrator(2)
      return {
        input: { id, version: 1, resetPassword: 1 },
        logs: [{ module: 3, action: 'resetPassword', target: ['admins', id] }],
      }
    },
  },
  'admins.remove': async ({ administrator }) => {
    const { id } = await administrator(2)
    return { input: { id }, logs: [{ module: 3, action: 'delete', target: ['admins', id] }] }
  },
  'admins.kick': async ({ app, administrator }) => {
    const { id, key } = await administrator(2)
    await app.asNew(key)
    return {
      input: { id, reason: '设备遗失' },
      logs: [{ module: 1, action: 'kick', target: ['admins', id] }],
    }
  },
  'admins.viewAs': async ({ administrator }) => {
    const { id } = await administrator(2)
    return { input: { id }, logs: [{ module: 1, action: 'viewAs', target: ['admins', id] }] }
  },
  'admins.removeFactor': async ({ app, administrator }) => {
    const { id, key } = await administrator(2)
    await turnFactorOn(app, key)
    return {
      input: { id, reason: '手机遗失' },
      logs: [{ module: 3, action: 'factorOff', target: ['admins', id] }],
    }
  },
  'admins.main': async ({ office, administrator }) => {
    const { name, organizationId } = await office()
    const [former, next] = [await administrator(3, name), await administrator(4, name)]
    const moved = (id: number, from: string, to: string) =>
      ({
        module: 3,
        action: 'transfer',
        target: ['admins', id],
        diff: { officeLevel: [from, to] },
      }) as const
    return {
      input: { organizationId, firmAccessUserId: next.id },
      logs: [
        moved(next.id, '分所子管理员', '分所主管理员'),
        moved(former.id, '分所主管理员', '分所子管理员'),
      ],
    }
  },

  'lawyers.addList': ({ organizationId, next }) => ({
    input: {
      list: [{ name: '新律师', mobile: `1330000${next()}`, organizationId, personType: 2 }],
      mode: 'all',
      dryRun: 0,
    },
    logs: answer => [
      {
        module: 4,
        action: 'create',
        target: ['lawyers', (answer['rows'] as { id: number }[])[0]!.id],
        diff: ['name', 'mobile', 'organizationId', 'personType'],
      },
    ],
  }),
  'lawyers.compareDirectory': async ({ app }) => {
    await connectDirectory(app)
    // A comparison that waits for its job would be answered instead of a new one.
    await app.runJobs()
    return { input: {}, logs: [{ module: 13, action: 'import' }] }
  },
  'lawyers.applyDirectory': async ({ app, organizationId, next }) => {
    const mobile = `1334000${next()}`
    const [run] = await app.database.write(1, db =>
      db
        .insert(directoryRuns)
        .values({
          firmId: 1,
          source: 'dingtalk',
          state: 2,
          fields: ['name', 'mobile', 'organizationId'],
          rows: [comparedRow({ name: '新同事', mobile, organizationId: String(organizationId) })],
          createdAt: app.clock.now(),
          createdByName: '赵主任',
        })
        .returning({ id: directoryRuns.id }),
    )
    return {
      input: { id: run!.id, version: 1, chosen: [{ index: 0 }] },
      logs: [{ module: 4, action: 'create', diff: ['name', 'mobile', 'organizationId', 'personType'] }],
    }
  },
  'imports.undo': async ({ admin, organizationId, next }) => {
    const list = [{ name: '误导入', mobile: `1331000${next()}`, organizationId, personType: 2 }]
    const { batchId, rows } = await admin.call('lawyers.addList', { list, source: 2 })
    return {
      input: { batchId },
      logs: [{ module: 13, action: 'importUndo', target: ['lawyers', rows[0]!.id!] }],
    }
  },
  'timeline.restore': async ({ admin, office }) => {
    const { organizationId: id } = await office()
    const update = async (version: number, email: string) =>
      (await admin.call('offices.update', { organizationId: id, version, email })).version
    const version = await update(await update(1, 'one@example.com'), 'two@example.com')
    const { entries } = await admin.call('timeline.page', { type: 'offices', id })
    return {
      input: { type: 'offices', id, entry: entries[0]!.entry, version },
      logs: [
        {
          module: 2,
          action: 'restore',
          target: ['offices', id],
          diff: { email: ['two@example.com', 'one@example.com'] },
        },
      ],
    }
  },
  'bulkRuns.start': async ({ lawyer }) => {
    const { id } = await lawyer()
    return {
      input: { ...disabling(id), answers: { reason: '批量停用' } },
      logs: [{ module: 4, action: 'bulk' }],
    }
  },
  'bulkRows.export': async ({ admin, lawyer }) => {
    const { id } = await lawyer()
    const run = await admin.call('bulkRuns.start', { ...disabling(id), answers: { reason: '批量停用' } })
    await admin.call('bulkRuns.stop', run)
    return { input: { runId: run.id }, logs: [{ module: 13, action: 'export' }] }
  },
  'bulkRuns.preview': async ({ lawyer }) => {
    const { id } = await lawyer()
    return {
      input: { resource: 'lawyers', filter: { ids: [id] }, answers: { practiceType: 2 } },
      logs: 'it reads what a change would do',
    }
  },
  'bulkRuns.sheet': async ({ lawyer }) => {
    const { id } = await lawyer()
    return {
      // Nobody may have more than three bulk actions at work, and other examples leave some.
      by: 'admin2',
      input: { resource: 'lawyers', columns: ['employeeNo'], lines: [`${id}\t1\tE-${id}`] },
      logs: [{ module: 4, action: 'bulk' }],
    }
  },
  'lawyers.matchNames': () => ({ input: { names: ['13800000002'] }, logs: 'nothing is changed' }),
  'bulkRuns.rows': async ({ lawyer }) => {
    const { id } = await lawyer()
    return {
      by: 'admin2',
      input: {
        resource: 'lawyers',
        lines: [JSON.stringify({ id, version: 1, values: { employeeNo: `R-${id}` } })],
      },
      logs: [{ module: 4, action: 'bulk' }],
    }
  },
  'bulkRuns.stop': async ({ admin, lawyer }) => {
    const { id } = await lawyer()
    const input = await admin.call('bulkRuns.start', { ...disabling(id), answers: { reason: '批量停用' } })
    return { input, logs: 'what was done before has its rows, and nothing more is done' }
  },
  'bulkRuns.undo': async ({ admin, lawyer, app }) => {
    const { id } = await lawyer()
    const input = await admin.call('bulkRuns.start', { ...disabling(id), answers: { reason: '批量停用' } })
    await app.runJobs()
    return { input, logs: [{ module: 4, action: 'bulkUndo' }] }
  },
  'lawyers.lawyerInfo': {
    reveal: async ({ lawyer }) => {
      const { id } = await lawyer()
      return {
        input: { id, reveal: 1 },
        logs: [{ module: 14, action: 'reveal', target: ['lawyers', id] }],
      }
    },
    plain: async ({ lawyer }) => ({ input: { id: (await lawyer()).id }, logs: 'nothing was revealed' }),
    own: async ({ lawyer }) => {
      const { id, key } = await lawyer()
      return { by: key, input: { id, reveal: 1 }, logs: 'he looked at his own number' }
    },
  },
  'lawyers.update': {
    team: async ({ lawyer }) => {
      const { id } = await lawyer()
      return {
        input: { id, version: 1, team: '争议部' },
        logs: [{ module: 4, action: 'update', target: ['lawyers', id], diff: { team: ['', '争议部'] } }],
      }
    },
    status: async ({ lawyer }) => {
      const { id } = await lawyer()
      return {
        input: { id, version: 1, status: 3, reason: '长期休假' },
        logs: [
          { module: 4, action: 'disable', target: ['lawyers', id], diff: { status: ['正常', '已停用'] } },
        ],
      }
    },
    own: async ({ lawyer }) => {
      const { id, key } = await lawyer()
      return {
        by: key,
        input: { id, version: 1, gender: 1 },
        logs: [{ module: 4, action: 'update', target: ['lawyers', id], diff: { gender: ['', '男'] } }],
      }
    },
  },
  'lawyers.pass': {
    pass: async ({ lawyer }) => {
      const { id } = await lawyer(0)
      return {
        input: { id, result: 1, version: 1 },
        logs: [{ module: 4, action: 'pass', target: ['lawyers', id], diff: { status: ['', '正常'] } }],
      }
    },
    corrected: async ({ lawyer }) => {
      const { id } = await lawyer(0)
      return {
        input: { id, result: 1, version: 1, patch: { email: 'corrected@example.com' } },
        logs: [
          { module: 4, action: 'update', target: ['lawyers', id], diff: ['email'] },
          { module: 4, action: 'pass', target: ['lawyers', id], diff: ['status'] },
        ],
      }
    },
    refuse: async ({ lawyer }) => {
      const { id } = await lawyer(0)
      return {
        input: { id, result: 0, reason: '资料不全', version: 1 },
        logs: [{ module: 4, action: 'refuse', target: ['lawyers', id], diff: { status: ['', '已驳回'] } }],
      }
    },
  },
  'lawyers.remove': async ({ lawyer }) => {
    const { id } = await lawyer()
    return { input: { id }, logs: [{ module: 4, action: 'delete', target: ['lawyers', id] }] }
  },
  'lawyers.kick': async ({ app, lawyer }) => {
    const { id, key } = await lawyer()
    await app.asNew(key)
    return {
      input: { id, reason: '设备遗失' },
      logs: [{ module: 1, action: 'kick', target: ['lawyers', id] }],
    }
  },
  'lawyers.viewAs': async ({ lawyer }) => {
    const { id } = await lawyer()
    return { input: { id }, logs: [{ module: 1, action: 'viewAs', target: ['lawyers', id] }] }
  },
  'lawyers.removeFactor': async ({ app, lawyer }) => {
    const { id, key } = await lawyer()
    await turnFactorOn(app, key)
    return {
      input: { id, reason: '手机遗失' },
      logs: [{ module: 4, action: 'factorOff', target: ['lawyers', id] }],
    }
  },
  'recycled.restore': async ({ admin, lawyer }) => {
    const { id } = await lawyer()
    await admin.send('DELETE', `/lawyer/remove/${id}`, { body: { reason: '录入有误' } })
    return { input: { id }, logs: [{ module: 4, action: 'restore', target: ['lawyers', id] }] }
  },
  'lawyers.requestTransfer': async ({ app, next }) => {
    const { id } = await branchLawyer(app, next())
    return {
      by: 'branch',
      input: { id, organizationId: app.world.offices.get('总所')!, reason: '团队调整' },
      logs: [{ module: 4, action: 'submit', target: ['lawyers', id], diff: ['organizationId'] }],
    }
  },
  'proposals.decide': {
    approval: async stage => {
      const { proposalId, cardId } = await proposedTeam(stage)
      return {
        by: await otherAdministrator(stage),
        input: { id: proposalId, result: 1 },
        logs: [{ module: 5, action: 'update', target: ['cards', cardId], diff: ['proposedBy', 'team'] }],
      }
    },
    refusal: async stage => {
      const { proposalId, cardId } = await proposedTeam(stage)
      return {
        input: { id: proposalId, result: 0, reason: '不符合本所的写法' },
        logs: [{ module: 13, action: 'refuse', target: ['cards', cardId] }],
      }
    },
  },
  'proposals.withdraw': async stage => {
    const { proposalId, cardId } = await proposedTeam(stage)
    return {
      input: { id: proposalId },
      logs: [{ module: 13, action: 'withdraw', target: ['cards', cardId] }],
    }
  },
  'transfers.decide': async ({ app, next }) => {
    const { id, requestId } = await requestTransfer(app, next())
    return {
      input: { id: requestId, result: 1, version: 1 },
      logs: [{ module: 4, action: 'transfer', target: ['lawyers', id], diff: ['organizationId'] }],
    }
  },
  'transfers.withdraw': async ({ app, next }) => {
    const { id, requestId } = await requestTransfer(app, next())
    return {
      by: 'branch',
      input: { id: requestId },
      logs: [{ module: 4, action: 'withdraw', target: ['lawyers', id] }],
    }
  },
  'recycled.purge': async ({ admin, lawyer }) => {
    const { id } = await lawyer()
    await admin.send('DELETE', `/lawyer/remove/${id}`, { body: { reason: '录入有误' } })
    return { input: { id }, logs: [{ module: 4, action: 'purge', target: ['lawyers', id] }] }
  },
  'lawyers.updateMobile': async ({ lawyer, next }) => {
    const { id } = await lawyer()
    return {
      input: { id, mobile: `1320000${next()}` },
      logs: [{ module: 4, action: 'changeMobile', target: ['lawyers', id], diff: ['mobile'] }],
    }
  },
  'lawyers.showPassword': async ({ app, admin, lawyer }) => {
    const { id } = await lawyer()
    const main = await app.as('admin')
    const settings = await main.call('loginRegSet.get')
    const { version } = await main.call('loginRegSet.update', { ...settings, initialPwdMode: 2 })
    await admin.call('lawyers.updatePassword', { id })
    await main.call('loginRegSet.update', { ...settings, version })
    return { input: { id }, logs: [{ module: 14, action: 'reveal', target: ['lawyers', id] }] }
  },
  'lawyers.updatePassword': async ({ lawyer }) => {
    const { id } = await lawyer()
    return { input: { id }, logs: [{ module: 4, action: 'resetPassword', target: ['lawyers', id] }] }
  },
}
