import { beforeAll, expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { directoryAppId, directorySecret, startDirectories } from '../support/directories.ts'
import { useProduct } from '../support/product.ts'

// The product learns the addresses of the directories when it starts.
const directories = await startDirectories()
const site = useProduct({
  DINGTALK_ENDPOINT: directories.endpoints.dingtalk.endpoint,
  DINGTALK_OAPI_ENDPOINT: directories.endpoints.dingtalk.oapi,
})

beforeAll(() => {
  directories.state.members = [
    { id: 'one', name: '沈砚之', mobile: '13800000001', email: 'new@example.com', department: 1 },
    { id: 'two', name: '新同事', mobile: '13712340001', email: 'two@example.com', department: 1 },
    { id: 'three', name: '外地同事', mobile: '+852 91234567', department: 1 },
  ]
  return () => directories.close()
})

test('the operator connects the directory of 钉钉, and tests the connection', async () => {
  const { page, close, complaints } = await site.openAs('system')
  await page.goto('/web/app/setting/system')
  await page.getByRole('radio', { name: '钉钉' }).check()
  await page.getByLabel(/^通讯录应用编号/).fill(directoryAppId)
  await page.getByLabel(/^通讯录应用密钥/).fill(directorySecret)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('没有修改').waitFor()
  await page.getByRole('button', { name: '测试连接：通讯录', exact: true }).click()
  await page.getByText('连接正常', { exact: true }).waitFor()
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await close()
})

test('the directory is compared in two presses from the list, and what is chosen is applied', async () => {
  const { page, close, complaints } = await site.openAs('admin')
  page.setDefaultTimeout(60_000)
  await page.goto('/web/app/lawyer')
  await page.getByRole('link', { name: '通讯录同步' }).click()
  await page.getByRole('button', { name: '比对' }).click()
  const result = page.getByRole('region', { name: '比对结果' })
  await result.getByText('未变 0 人，待处理 3 人，已应用 0 人。').waitFor()
  await expectAccessible(page)
  // By keyboard: the first choice, then the person, then the button that applies.
  await result.getByRole('radio', { name: '新增 1' }).focus()
  await page.keyboard.press('Space')
  await result.getByRole('checkbox', { name: '新同事' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('已选 1 人').waitFor()
  await page.getByRole('button', { name: '应用所选' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: '已创建的账号' }).getByText('新同事').waitFor()
  await result.getByText('已应用 1 人。', { exact: true }).waitFor()
  await result.getByRole('radio', { name: '可能是同一人 1' }).check()
  await result.getByText('手机号相同：').waitFor()
  await result.getByRole('radio', { name: '有误 1' }).check()
  await result.getByText('手机号不是中国内地的手机号，不能创建账号').waitFor()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: '已保存，关闭' }).click()
  await page.getByRole('link', { name: '查看和撤销已应用的内容' }).click()
  await page.getByRole('button', { name: '撤销创建' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销创建' }).click()
  await page.getByText('已撤销 1 条记录').waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('a directory that answers half is refused with the reason, also in English on a phone in the dark', async () => {
  directories.state.fault = { fault: 'fewer people', department: 1 }
  const { page, close } = await site.openAs('admin', { viewport: phone, colorScheme: 'dark' })
  await page.addInitScript(() => localStorage.setItem('tenant-admin/locale', 'en-US'))
  await page.goto('/web/app/lawyer/directory')
  await page.getByRole('button', { name: /Compare/ }).click()
  await page
    .getByRole('alert')
    .getByText(/The directory did not answer everything/)
    .waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await close()
})
