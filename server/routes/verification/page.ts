import { createHash } from 'node:crypto'

import { html, raw } from 'hono/html'

import { firmClock } from '../../../resources/kit/firmTime.ts'
import type { CardStatus } from '../../../resources/settings/verificationKeys.ts'
import type { ServedLanguage } from '../../context/context.ts'
import { qrSvg } from '../../services/outputs/qrCode.ts'
import { telephone } from '../../../resources/domain/telephone.ts'
import { phraseIn } from '../../services/settings/languages.ts'
import type { CheckedCard } from '../../services/verification/cardStatus.ts'

// The page that a stranger sees who scans a printed card. It is one small document without scripts and without the
// application: every phone shows it at once.

const style = `
:root { color-scheme: light dark; --ink: light-dark(#16202e, #e8ecf2); --ink-2: light-dark(#4a5668, #a9b4c4);
  --page: light-dark(#f6f7f9, #0f141b); --surface: light-dark(#fff, #171e27); --line: light-dark(#e2e6ec, #263140);
  --good: light-dark(#1b7855, #5dbd97); --good-faint: light-dark(#eff8f4, #15291f); --bad: light-dark(#b3372f, #ee8a82);
  --bad-faint: light-dark(#faeceb, #321d1c); --brand: light-dark(#1f3a5f, #7fa6d9) }
* { box-sizing: border-box; margin: 0 }
body { font: 16px/1.6 -apple-system, 'PingFang SC', 'Noto Sans SC', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif;
  color: var(--ink); background: var(--page); padding: 24px 16px; overflow-wrap: anywhere }
main { max-width: 480px; margin: 0 auto; display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px }
h1 { font-size: 17px; font-weight: 600 }
h2 { font-size: 24px; line-height: 1.3 }
section, details { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 16px }
.state { display: flex; gap: 12px; align-items: center; border-radius: 8px; padding: 12px; margin-bottom: 16px; font-weight: 600 }
.state svg { width: 28px; height: 28px; flex: none; fill: none; stroke: currentColor; stroke-width: 2.5; stroke-linecap: round }
.state span { display: block; font-weight: 400; font-size: 14px; color: var(--ink); font-variant-numeric: tabular-nums }
.good { color: var(--good); background: var(--good-faint) }
.bad { color: var(--bad); background: var(--bad-faint) }
.person { display: flex; gap: 16px; align-items: flex-start }
.person img { width: 84px; height: 105px; object-fit: cover; border-radius: 8px; flex: none }
dl { margin-top: 4px }
dt { color: var(--ink-2); font-size: 14px; margin-top: 8px }
dd { margin: 0 }
p + p { margin-top: 8px }
.note { color: var(--ink-2); font-size: 14px }
.note strong { color: var(--ink) }
a { color: var(--brand); display: inline-block; padding: 4px 0 }
summary { cursor: pointer; padding: 4px 0 }
details > * + * { margin-top: 12px }
code { display: block; font: 12px/1.5 ui-monospace, monospace; user-select: all; border: 1px solid var(--line); border-radius: 8px; padding: 8px;
  word-break: break-all }
.code { background: #fff; border-radius: 8px; padding: 4px; max-width: 320px }
.code svg { display: block; width: 100% }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px }
`

/** One text, because the policy names the hash of exactly what the element holds. */
const styleElement = `<style>${style}</style>`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing but the style above and pictures; a portrait may be stored in the firm's bucket. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self' https:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
}

type Content = ReturnType<typeof html>

const documentOf = (language: ServedLanguage, firm: string, content: Content) =>
  html`<!doctype html>
    <html lang="${language === 'en' ? 'en' : 'zh-CN'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${phraseIn(language, '名片核验')} · ${firm}</title>
        ${raw(styleElement)}
      </head>
      <body>
        <main>
          <h1>${firm} · ${phraseIn(language, '名片核验')}</h1>
          ${content}
        </main>
      </body>
    </html> `

const stateWords: Record<CardStatus, string> = {
  active: '在职',
  inactive: '该名片已停用',
  left: '此人已不在本所',
}

const marks = { good: 'M6 15l6 6L24 9', bad: 'M8 8l14 14M22 8L8 22' } as const

const stateOf = (language: ServedLanguage, words: string, isGood: boolean, now: Date) => {
  const tone = isGood ? 'good' : 'bad'
  return html`<div class="state ${tone}">
    <svg viewBox="0 0 30 30" aria-hidden="true"><path d="${marks[tone]}" /></svg>
    <p>
      ${phraseIn(language, words)}<span
        >${phraseIn(language, '核验时间 %{time}（北京时间）', { time: firmClock(now) })}</span
      >
    </p>
  </div>`
}

const factsOf = (language: ServedLanguage, card: Extract<CheckedCard, { status: 'active' }>) => {
  const facts = [
    ['职位', card.position],
    ['律所', card.office],
    ['执业证号', card.licenseNumber],
  ] as const
  return html`<dl>
    ${facts.flatMap(([label, value]) =>
      value
        ? [
            html`<dt>${phraseIn(language, label)}</dt>
              <dd>${value}</dd>`,
          ]
        : [],
    )}
  </dl>`
}

/** What the page needs besides the card. */
type PageFacts = {
  language: ServedLanguage
  now: Date
  firm: string
  /** The public telephone numbers of the main office. */
  phones: readonly string[]
  /** The host name of the firm's verification address, which a stranger compares. */
  host: string
}

type CardPage = PageFacts & {
  card: CheckedCard
  /** The served address of the portrait. */
  portrait: string | null
  /** Where the card itself opens, for a card that is public. */
  cardLink: string | null
  /** The signed answer and its address; null where no key of the firm can be used. */
  signed: { token: string; address: string; keysAddress: string } | null
}

const phoneLink = (phone: string) => {
  const address = telephone(phone)
  return address ? html`<a href="${address}">${phone}</a>` : phone
}

const phonesOf = (language: ServedLanguage, phones: readonly string[]) =>
  phones.length > 0
    ? html`<p class="note">
        ${phraseIn(language, '有疑问请致电本所：')}${phones.map((phone, at) => html`${at > 0 ? ' / ' : ''}${phoneLink(phone)}`)}
      </p>`
    : ''

const domainNote = (language: ServedLanguage, host: string) =>
  html`<p class="note">
      ${phraseIn(language, '请确认浏览器地址栏中的域名是本所公布的域名：')}<strong dir="ltr">${host}</strong>
    </p>
    <p class="note">${phraseIn(language, '截图或打印件不能证明名片现在仍然有效，请自己扫码打开本页。')}</p>`

const signatureOf = (language: ServedLanguage, signed: NonNullable<CardPage['signed']>) =>
  html`<details>
    <summary>${phraseIn(language, '签名的核验结果')}</summary>
    <p class="note">
      ${phraseIn(language, '本所对以上结果的数字签名（JWS），一分钟内有效，可用本所公开的公钥核对。')}
    </p>
    <div class="code" role="img" aria-label="${phraseIn(language, '签名的二维码')}">
      ${raw(qrSvg(signed.token))}
    </div>
    <code dir="ltr" tabindex="0">${signed.token}</code>
    <p><a href="${signed.address}">${phraseIn(language, '下载签名')}</a></p>
    <p><a href="${signed.keysAddress}">${phraseIn(language, '本所的公钥')}</a></p>
  </details>`

/** The page of a known code. */
export const cardPage = async ({
  language,
  now,
  firm,
  card,
  portrait,
  cardLink,
  signed,
  ...facts
}: CardPage) => {
  const contentLanguage = card.language === 'EN' ? 'en' : 'zh-CN'
  const isActive = card.status === 'active'
  const content = html`<section>
      ${stateOf(language, stateWords[card.status], isActive, now)}
      <div class="person">
        ${portrait ? html`<img src="${portrait}" alt="${phraseIn(language, '%{name}的照片', { name: card.name })}" />` : ''}
        <div>
          <h2 lang="${contentLanguage}">${card.name}</h2>
          ${card.status === 'active' ? factsOf(language, card) : ''}
        </div>
      </div>
    </section>
    <section>
      ${domainNote(language, facts.host)} ${phonesOf(language, facts.phones)}
      ${cardLink ? html`<p><a href="${cardLink}">${phraseIn(language, '打开电子名片')}</a></p>` : ''}
    </section>
    ${signed ? signatureOf(language, signed) : ''}`
  return String(await documentOf(language, firm, content))
}

/** The page of a code that leads to no card. */
export const unknownPage = async ({ language, now, firm, phones, host }: PageFacts) => {
  const content = html`<section>
      ${stateOf(language, '没有这张名片', false, now)}
      <p>
        ${phraseIn(language, '请核对名片上的码是否完整，再扫一次。仍然打不开时，这张名片可能不是本所印制的。')}
      </p>
    </section>
    <section>${domainNote(language, host)} ${phonesOf(language, phones)}</section>`
  return String(await documentOf(language, firm, content))
}

/** The page of somebody who has asked too often. */
export const busyPage = async ({ language, now, firm, phones }: PageFacts) => {
  const content = html`<section>
    ${stateOf(language, '查询过于频繁', false, now)}
    <p>${phraseIn(language, '请一分钟后再打开本页。')}</p>
    ${phonesOf(language, phones)}
  </section>`
  return String(await documentOf(language, firm, content))
}
