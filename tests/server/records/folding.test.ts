import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const position = (postName: string, postCode: string) => ({
  postName,
  postCode,
  postLevel: 20,
  isPartner: 0 as const,
  needLicence: 1 as const,
  sort: 0,
  enabled: '1' as const,
})
const office = (name: string) => ({
  name,
  provinceCode: '310000',
  cityCode: '310100',
  districtCode: '310115',
  address: 'Ｂ座１８层世纪大道100号',
  phone: ['021-55550100'],
  weight: 0,
  showStatus: 1 as const,
})

describe('full width and half width, upper case and lower case are equal', () => {
  const typed = '顾问（ＩＰ）'
  const officeName = '砚衡（Ｘian）分所'
  beforeAll(async () => {
    const admin = await app.as('admin')
    await admin.call('positions.add', position(typed, 'IP Counsel'))
    await admin.call('offices.add', office(officeName))
  })

  test.each(['顾问（ip）', '（ip）', 'ＩＰ', 'ip counsel'])(
    'where rows are compared one by one: %s',
    async keyword => {
      const { records } = await (await app.as('admin')).call('positions.page', { keyword })
      // The stored value stays as it was typed.
      expect(records.map(it => it.postName)).toEqual([typed])
    },
  )

  test.each(['砚衡（xian）', '（XIAN）', 'ｘｉａｎ', 'b座18层'])(
    'where an index is used: %s',
    async keyword => {
      const { records } = await (await app.as('admin')).call('offices.pageList', { keyword })
      expect(records.map(it => it.name)).toEqual([officeName])
    },
  )

  test.each(['(xian)', '（Ｘian）'])('in the log and its filters: %s', async keyword => {
    const admin = await app.as('admin')
    for (const query of [{ keyword }, { target: keyword }]) {
      const { records } = await admin.call('logs.getAdminLogPageList', query)
      expect(records.map(it => it.targetName)).toContain(officeName)
    }
  })

  test('where names are compared', async () => {
    const admin = await app.as('admin')
    await expect(admin.call('positions.add', position('顾问（ip）', 'Other'))).rejects.toMatchObject({
      data: { errors: { postName: '该职位名称已存在' } },
    })
    await expect(admin.call('offices.add', office('砚衡（XIAN）分所'))).rejects.toMatchObject({
      data: { errors: { name: '该律所名称已存在' } },
    })
  })
})
