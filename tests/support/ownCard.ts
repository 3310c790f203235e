import type { Page } from 'playwright-core'

import { choose, expectNoSidewaysScroll } from './browser.ts'
import { portrait } from './portrait.ts'
import { type Said, said } from './said.ts'

/** On a phone one section of the form is visible at a time. */
export const openSection = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title}`) }).click()

export const submitCard = async (page: Page, say: Said = said['zh-CN']) => {
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: say('提交审核') }).click()
  await page.getByText(say('审核中')).first().waitFor()
}

/** Fills in the required fields of a first card on a phone and submits it. */
export const writeCard = async (page: Page, say: Said = said['zh-CN']) => {
  await page.goto('/web/app/user/card')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await portrait())
  await page.getByRole('button', { name: say('使用'), exact: true }).click()
  await page
    .getByRole('button', { name: say('更换图片') })
    .first()
    .waitFor()
  await choose(page, say('职位'), '律师')
  await openSection(page, say('专业@section'))
  await choose(page, say('专业领域'), '争议解决')
  await openSection(page, say('简介@section'))
  await page
    .getByRole('textbox', { name: say('个人简介'), exact: true })
    .fill('执业五年，主要办理民商事争议。曾代里多起仲裁案件。')
  await submitCard(page, say)
}
