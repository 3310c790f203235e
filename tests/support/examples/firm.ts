import type { Values } from '../asking.ts'
import type { Makers } from './example.ts'

const announced = (answer: Values) =>
  ({ module: 12, action: 'announce', target: ['announcements', Number(answer['batchId'])] }) as const

export const firmMakers: Makers = {
  'offices.add': ({ next }) => ({
    input: {
      name: `新分所${next()}`,
      districtCode: '310115',
      address: '世纪大道200号',
      phone: ['021-55551234'],
    },
    logs: answer => [
      {
        module: 2,
        action: 'create',
        target: ['offices', Number(answer['organizationId'])],
        diff: ['isMain', 'name', 'areaName', 'address', 'phone', 'weight', 'showStatus', 'status'],
      },
    ],
  }),
  'offices.update': async ({ office }) => {
    const { organizationId } = await office()
    return {
      input: { organizationId, version: 1, fax: '021-55559999' },
      logs: [
        {
          module: 2,
          action: 'update',
          target: ['offices', organizationId],
          diff: { fax: ['', '021-55559999'] },
        },
      ],
    }
  },
  'offices.status': async ({ office }) => {
    const { organizationId } = await office()
    return {
      input: { organizationId, version: 1, status: 0 },
      logs: [
        {
          module: 2,
          action: 'disable',
          target: ['offices', organizationId],
          diff: { status: ['启用', '停用'] },
        },
      ],
    }
  },
  'offices.saveCardTemplate': async ({ admin, office }) => {
    const { version } = await admin.call('firm.mpconf', { draft: 1 })
    await admin.call('firm.updateMpconf', { card: { officeTemplates: 1 }, version })
    const { organizationId } = await office()
    return {
      input: { organizationId, version: 0, template: 2 },
      logs: [
        {
          module: 2,
          action: 'config',
          target: ['offices', organizationId],
          diff: { template: ['', '商务'] },
        },
      ],
    }
  },
  'offices.close': async ({ office }) => {
    const { organizationId } = await office()
    return {
      input: { organizationId, version: 1 },
      logs: [
        {
          module: 2,
          action: 'close',
          target: ['offices', organizationId],
          diff: { status: ['启用', '停用'], showStatus: ['展示', '隐藏'] },
        },
      ],
    }
  },
  'offices.updateCustom': async ({ admin, office }) => {
    const { organizationId } = await office()
    const { mode, pinMain, groupByCity, version } = await admin.call('offices.custom')
    return {
      input: {
        mode: mode === 1 ? 2 : 1,
        pinMain,
        groupByCity,
        items: [{ organizationId, weight: 9, showStatus: 1 }],
        version,
      },
      logs: [{ module: 2, action: 'sort', diff: ['mode', 'weight'] }],
    }
  },
  'firm.update': async ({ admin }) => {
    const { version, nameEn } = await admin.call('firm.firmInfo', { id: 1 })
    const after = nameEn === 'Liangshan' ? 'Liangshan LLP' : 'Liangshan'
    return {
      input: { version, nameEn: after },
      logs: [
        {
          module: 10,
          action: 'update',
          target: ['firms', 1],
          diff: { nameEn: [nameEn ?? '', after] },
        },
      ],
    }
  },
  'conf.updateApp': async ({ app }) => {
    const { version, mpFuncSwitch } = await (await app.as('system')).call('conf.app')
    const isOn = mpFuncSwitch?.global['poster'] === 1
    return {
      by: 'system',
      input: { version, mpFuncSwitch: { global: { poster: isOn ? 0 : 1 } } },
      logs: [{ module: 11, action: 'config', diff: ['mpFuncSwitch.global.poster'] }],
    }
  },
  'firm.updateMpconf': {
    publish: async ({ admin }) => {
      const { version, index } = await admin.call('firm.mpconf', { draft: 1 })
      return {
        input: { version, index: { bannerInterval: index.bannerInterval === 9 ? 8 : 9 } },
        logs: [{ module: 10, action: 'publish', target: ['mpconf', 1] }],
      }
    },
    draft: async ({ admin }) => {
      const { version, card } = await admin.call('firm.mpconf', { draft: 1 })
      return {
        input: { version, draft: 1, card: { articleLimit: card.articleLimit === 9 ? 8 : 9 } },
        logs: [{ module: 10, action: 'config', target: ['mpconf', 1], diff: ['articleLimit'] }],
      }
    },
  },
  'firm.restoreMpconf': async ({ admin }) => {
    const publish = async (bannerInterval: number) => {
      const { version } = await admin.call('firm.mpconf', { draft: 1 })
      return admin.call('firm.updateMpconf', { version, index: { bannerInterval } })
    }
    await publish(6)
    const { version: to } = await publish(2)
    const { version } = await publish(7)
    return {
      input: { to, version },
      logs: [{ module: 10, action: 'restore', target: ['mpconf', 1], diff: ['bannerInterval'] }],
    }
  },
  'firmConf.export': () => ({ input: {}, logs: [{ module: 13, action: 'export' }] }),
  'firmConf.import': async ({ admin }) => {
    const { version, ...now } = await admin.call('sortSet.get')
    const parts = { sortSet: { ...now, groupBy: now.groupBy === 1 ? 2 : 1 } }
    return {
      input: {
        content: JSON.stringify({ format: 'tenant-admin/configuration', formatVersion: 1, parts }),
        apply: 1,
        versions: { sortSet: version },
      },
      logs: [
        { module: 10, action: 'config', target: ['sortSet', 1], diff: ['groupBy'] },
        { module: 13, action: 'import' },
      ],
    }
  },
  'firmConf.updateAppConf': async ({ app }) => {
    const { version, appConfSet } = await (await app.as('system')).call('firmConf.appConf')
    const set = JSON.parse(appConfSet) as { mpFuncSwitch?: { global?: Record<string, number> } }
    const global = { ...set.mpFuncSwitch?.global, stat: set.mpFuncSwitch?.global?.['stat'] === 0 ? 1 : 0 }
    return {
      by: 'system',
      input: { version, appConfSet: JSON.stringify({ ...set, mpFuncSwitch: { global } }) },
      logs: [{ module: 11, action: 'config', diff: ['mpFuncSwitch.global.stat'] }],
    }
  },
  'system.updateConfig': async ({ app, next }) => {
    const { version } = await (await app.as('system')).call('system.config')
    return {
      by: 'system',
      input: { version, map: { provider: 'amap', key: `k${next()}` } },
      logs: [{ module: 11, action: 'config', target: ['system', 1] }],
    }
  },
  'languages.update': async ({ app, next }) => {
    const { catalogues } = await (await app.as('system')).call('languages.list')
    return {
      by: 'system',
      input: {
        locale: 'de-DE',
        content: JSON.stringify({ 登录: `Anmelden ${next()}` }),
        version: catalogues.find(it => it.locale === 'de-DE')?.version ?? 0,
      },
      logs: [{ module: 11, action: 'config', target: ['language', 1], diff: ['count', '登录'] }],
    }
  },
  'system.testIntegration': () => ({
    by: 'system',
    input: { name: 'storage' },
    logs: [{ module: 11, action: 'config', target: ['system', 1], diff: { storage: ['', '成功'] } }],
  }),
  'system.testSms': async ({ next }) => ({
    by: 'system',
    input: { mobile: `139${String(10_000_000 + next()).slice(-8)}` },
    logs: [{ module: 11, action: 'config', target: ['system', 1] }],
  }),
  'system.updateAuditCode': async ({ admin }) => {
    const { version, maxUse } = await admin.call('system.queryAuditCode')
    return {
      input: { version, enabled: 1, rotate: 1, maxUse: (maxUse ?? 0) + 1 },
      logs: (answer: Values) => [
        {
          module: 10,
          action: 'config',
          target: ['auditCode', 1],
          diff: Number(answer['version']) === 1 ? ['enabled', 'maxUse', 'code'] : ['maxUse', 'code'],
        },
      ],
    }
  },
  'cardVerification.update': async ({ admin }) => {
    const { version, tellsLeft, isOn, isPrinted, address } = await admin.call('cardVerification.get')
    return {
      input: { version, isOn, isPrinted, address, tellsLeft: tellsLeft === 1 ? 0 : 1 },
      logs: [{ module: 10, action: 'config', target: ['cardVerification', 1], diff: ['tellsLeft'] }],
    }
  },
  'verificationKeys.newKey': async ({ admin }) => {
    const { version } = await admin.call('verificationKeys.keys')
    return {
      input: { version },
      logs: [{ module: 10, action: 'config', target: ['verificationKeys', 1], diff: ['kid'] }],
    }
  },
  'announcements.announce': {
    everybody: () => ({
      input: { title: '停电通知', content: '周六停电检修。', level: 1 },
      logs: answer => [announced(answer)],
    }),
    chosen: async ({ lawyer }) => ({
      input: { audience: 3, lawyerIds: [(await lawyer()).id], title: '停电通知', content: '周六停电检修。' },
      logs: answer => [announced(answer)],
    }),
  },
  'messages.one': async ({ app, lawyer, admin }) => {
    const { id, key } = await lawyer()
    await admin.call('announcements.announce', {
      audience: 3,
      lawyerIds: [id],
      title: '通知',
      content: '请查收。',
    })
    const { records } = await (await app.as(key)).call('messages.page')
    return { by: key, input: { id: records[0]!.id }, logs: 'a mark that something was read' }
  },
  'messages.chooseMail': async ({ lawyer }) => ({
    by: (await lawyer()).key,
    input: { types: [3] },
    logs: 'it concerns nobody but himself',
  }),
  'messages.readAll': async ({ lawyer }) => ({
    by: (await lawyer()).key,
    input: {},
    logs: 'a mark that something was read',
  }),
}
