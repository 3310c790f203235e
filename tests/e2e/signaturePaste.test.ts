import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { useProduct } from '../support/product.ts'
import { siteCalls } from '../support/siteCalls.ts'

// The mail signature is copied from the page and pasted by the keyboard, with the browser's own clipboard, into two editors of
// HTML mail: RoosterJS, the editor of Outlook on the web (github.com/microsoft/roosterjs), and a frame in design mode, the
// browser's own editor, in which webmail such as 腾讯企业邮 is written. The second also gets what the first has copied, as
// somebody does who takes the signature over from a mail.

const site = useProduct()
const { tokenOf, send } = siteCalls(site)
const lawyer = '13800000001'

beforeAll(async () => {
  const admin = await tokenOf('admin')
  const { data } = await send('/firmConf/mailSignature', admin)
  const contents = ['mobile', 'phone', 'email', 'licenseNumber', 'link', 'filing']
  const notice = '本邮件及附件仅供收件人使用。'
  const saved = await send('/firmConf/mailSignature', admin, 'PUT', {
    contents,
    notice,
    version: data['version'],
  })
  if (saved.code !== '200') throw new Error(saved.code)
})

const outlook = 'node_modules/roosterjs/dist/rooster-min.js'
const mailPage =
  '<!doctype html><div id="outlook" style="min-height:200px"></div>' +
  '<iframe title="企业邮" style="width:600px;height:300px" srcdoc="<body style=height:200px>"></iframe>'

/** Runs in the page of the mail programs. */
const startEditors = () => {
  const { Editor, PastePlugin } = (window as unknown as { roosterjs: Rooster }).roosterjs
  new Editor(document.querySelector('#outlook')!, { plugins: [new PastePlugin()] })
  document.querySelector('iframe')!.contentDocument!.designMode = 'on'
}
type Rooster = {
  Editor: new (place: Element, options: { plugins: object[] }) => object
  PastePlugin: new () => object
}

/** The lines that can be read, and where links lead. */
const contentOf = async (place: Locator) => ({
  lines: (await place.innerText()).split('\n').filter(line => line.trim() !== ''),
  links: await place.locator('a').evaluateAll(links => links.map(it => it.getAttribute('href'))),
  bold: await place
    .locator('*')
    .evaluateAll(all =>
      all
        .filter(it => it.children.length === 0 && Number(getComputedStyle(it).fontWeight) >= 600)
        .map(it => it.textContent),
    ),
})

const paste = async (page: Page, place: Locator) => {
  await place.click()
  await page.keyboard.press('Control+V')
  await place.getByText('本邮件及附件').waitFor()
}

test('keeps name, title, numbers and filing in the editors of Outlook on the web and of webmail', async () => {
  const { page, context } = await site.signInAs(lawyer)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: '复制邮件签名' }).click()
  await page.getByText('已复制，请粘贴到邮箱的签名设置中。').waitFor()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  const lines = text.split('\n').filter(Boolean)
  expect(lines).toContainEqual(expect.stringMatching(/^备案号：.ICP备\d+号/))
  expect(lines).toContainEqual(expect.stringMatching(/^手机：1\d{10}$/))
  const link = lines.find(it => it.startsWith('电子名片：'))!.slice('电子名片：'.length)

  const mail = await context.newPage()
  await mail.route('**/mail', route => route.fulfill({ contentType: 'text/html', body: mailPage }))
  await mail.goto('/mail')
  await mail.addScriptTag({ path: outlook })
  await mail.evaluate(startEditors)
  const rooster = mail.locator('#outlook')
  const webmail = mail.frameLocator('iframe').locator('body')

  await paste(mail, webmail)
  const inWebmail = await contentOf(webmail)
  expect(inWebmail.lines).toEqual(lines)
  expect(inWebmail.bold).toEqual([lines[0]])
  expect(inWebmail.links).toEqual(expect.arrayContaining([expect.stringMatching(/^tel:1\d{10}$/), link]))

  await paste(mail, rooster)
  const inOutlook = await contentOf(rooster)
  expect(inOutlook.lines).toEqual(lines)
  expect(inOutlook.bold).toEqual([lines[0]])
  // Its paste keeps no telephone links (findings/roosterjs-telephone-links.sh): the number stays as text.
  expect(inOutlook.links).toEqual(inWebmail.links.filter(it => !it?.startsWith('tel:')))

  await rooster.click()
  await mail.keyboard.press('Control+A')
  await mail.keyboard.press('Control+C')
  await webmail.click()
  await mail.keyboard.press('Control+A')
  await mail.keyboard.press('Delete')
  await paste(mail, webmail)
  const copied = await contentOf(webmail)
  expect({ ...copied, links: copied.links.map(String) }).toEqual(inOutlook)
})
