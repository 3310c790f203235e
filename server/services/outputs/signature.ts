import type { signatureContents } from '../../../resources/settings/mailSignature.ts'
import { escapeXml } from './drawing.ts'
import type { Handout } from './handout.ts'
import { telephone } from '../../../resources/domain/telephone.ts'

// A mail signature of text and links only, as a table with inline styles, which Outlook's word processor and webmail keep. It
// sets no background and no colour of its text but for the note, so that it is legible in light and in dark.

type Content = (typeof signatureContents)[number][0]
export type SignatureDesign = {
  contents: readonly Content[]
  notice?: string | null | undefined
  noticeEn?: string | null | undefined
}

/** A line with its label, and where it leads. */
type Line = { label: string; text: string; href?: string }

const labels: Readonly<Record<Exclude<Content, 'team'>, readonly [zh: string, en: string]>> = {
  mobile: ['手机', 'Mobile'],
  phone: ['电话', 'Tel'],
  fax: ['传真', 'Fax'],
  email: ['邮箱', 'Email'],
  wechatNo: ['微信', 'WeChat'],
  address: ['地址', 'Address'],
  licenseNumber: ['执业证号', 'Licence'],
  link: ['电子名片', 'Card'],
  filing: ['备案号', 'ICP filing'],
}

const hrefs: { [C in Content]?: (text: string) => string | undefined } = {
  mobile: telephone,
  phone: telephone,
  email: text => `mailto:${text}`,
  link: text => text,
}

const linesOf = (card: Handout, { contents }: SignatureDesign): Line[] =>
  contents
    .filter(name => name !== 'team')
    .flatMap(name =>
      [card[name] ?? []].flat().map((text): Line => {
        const href = hrefs[name]?.(text)
        return { label: labels[name][card.language === 'EN' ? 1 : 0], text, ...(href && { href }) }
      }),
    )

const headOf = (card: Handout, { contents }: SignatureDesign) => {
  const isEnglish = card.language === 'EN'
  const position = [card.position, ...card.titles].filter(Boolean).join(isEnglish ? ', ' : '、')
  const team = contents.includes('team') ? card.team : null
  const place = [card.office || card.firm, team].filter(Boolean).join(isEnglish ? ', ' : ' ')
  return { position, place }
}

const noticeOf = ({ language, machineMark }: Handout, { notice, noticeEn }: SignatureDesign) =>
  [language === 'EN' ? noticeEn : notice, machineMark].filter(Boolean).join('\n')

/** The signature for mails without formatting. */
export const signatureText = (card: Handout, design: SignatureDesign): string => {
  const { position, place } = headOf(card, design)
  const separator = card.language === 'EN' ? ': ' : '：'
  const lines = linesOf(card, design).map(({ label, text }) => `${label}${separator}${text}`)
  const notice = noticeOf(card, design)
  return [card.name, position, place, ...lines, ...(notice ? ['', notice] : [])]
    .filter((it, at) => it || at > 2)
    .join('\n')
}

const fonts = "'Microsoft YaHei','PingFang SC',Arial,sans-serif"
/** As legible on white as on black: 4.5 to 1. */
const grey = '#767676'

const lineHtml = ({ label, text, href }: Line, separator: string) => {
  const value = href
    ? `<a href="${escapeXml(href)}" style="color:inherit">${escapeXml(text)}</a>`
    : escapeXml(text)
  return `<div>${escapeXml(label)}${separator}${value}</div>`
}

/** The signature as HTML that can be pasted into a mail program. */
export const signatureHtml = (card: Handout, design: SignatureDesign): string => {
  const { position, place } = headOf(card, design)
  const separator = card.language === 'EN' ? ': ' : '：'
  const notice = noticeOf(card, design)
  const rows = [
    `<div style="font-size:16px;font-weight:bold">${escapeXml(card.name)}</div>`,
    ...[position, place].filter(Boolean).map(it => `<div>${escapeXml(it)}</div>`),
    ...linesOf(card, design).map(it => lineHtml(it, separator)),
    ...(notice
      ? [
          `<div style="margin-top:8px;font-size:12px;color:${grey}">${escapeXml(notice).replaceAll('\n', '<br>')}</div>`,
        ]
      : []),
  ]
  return (
    `<table cellpadding="0" cellspacing="0" border="0" style="font-family:${fonts};font-size:14px;line-height:1.6">` +
    `<tr><td style="border-left:3px solid ${escapeXml(card.colour)};padding-left:12px">${rows.join('')}</td></tr></table>`
  )
}
