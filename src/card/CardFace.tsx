import type { ReactNode } from 'react'

import { isBlank } from '../../providers/changes.ts'
import {
  type CardContent,
  type CardField,
  cards,
  concealable,
  defaultVisibility,
} from '../../resources/cards/index.ts'
import { type AnyRecord, masked } from '../../resources/kit/index.ts'
import { Cell } from '../fields/kinds.tsx'

import './cardFace.css'

type Language = 'CN' | 'EN'
type Face = Partial<CardContent> & { organizationId: number; language: Language; lawyerName?: string }
type Concealable = (typeof concealable)[number]

const titles: Record<Language, Partial<Record<CardField, string>>> = {
  CN: {},
  EN: {
    intro: 'Profile',
    professions: 'Practice areas',
    education: 'Education',
    work: 'Experience',
    social: 'Affiliations',
    honours: 'Honours',
    publications: 'Publications',
    cases: 'Representative matters',
  },
}

const blocks = [
  'intro',
  'professions',
  'education',
  'work',
  'social',
  'honours',
  'publications',
  'cases',
] as const satisfies readonly CardField[]

const contacts = [
  'mobile',
  'phone',
  'email',
  'wechatNo',
  'licenseNumber',
] as const satisfies readonly Concealable[]

/** 0 not shown, 1 shown, 2 shown after a tap. */
const levelOf = ({ visibility }: Face, field: Concealable) =>
  visibility?.[field] ?? (defaultVisibility as Partial<Record<Concealable, 0 | 1 | 2>>)[field] ?? 1

const Contact = ({ face, field }: { face: Face; field: Concealable }) => {
  const value = face[field]
  const level = levelOf(face, field)
  if (isBlank(value) || level === 0) return null
  const text = Array.isArray(value) ? value.join('、') : String(value)
  return (
    <div>
      <dt>{cards.fields[field].label}</dt>
      <dd>
        {level === 2 ? masked(text) : text}
        {level === 2 && <small>点击后显示</small>}
      </dd>
    </div>
  )
}

const Portrait = ({ face }: { face: Face }) =>
  face.avatar ? (
    <img src={face.avatar} alt={face.name ?? ''} className="face-portrait" />
  ) : (
    <span className="face-portrait is-empty" aria-hidden>
      {Array.from(face.name ?? face.lawyerName ?? '').slice(0, 1)}
    </span>
  )

/** Position and further titles; an English card shows the code, which is the English title. */
const positionOf = ({ workPosition, titles: more, language }: Face) =>
  [language === 'EN' ? workPosition?.postCode : workPosition?.postName, ...(more ?? [])]
    .filter(it => !isBlank(it))
    .join(language === 'EN' ? ', ' : '、')

const Head = ({ face, record }: { face: Face; record: AnyRecord }) => (
  <header className="face-head">
    <div>
      <p className="face-name">{face.name}</p>
      <p className="face-position">{positionOf(face)}</p>
      <div className="face-office">
        <Cell field={cards.fields.organizationId} value={face.organizationId} record={record} />
      </div>
    </div>
    <Portrait face={face} />
  </header>
)

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="face-block">
    <h2>{title}</h2>
    {children}
  </section>
)

/** About what the mini-program shows of a card; hidden fields are left out, others wait for a tap. */
export const CardFace = ({ card }: { card: Face }) => {
  const record: AnyRecord = { id: 0, ...card }
  return (
    <figure className="face" lang={card.language === 'EN' ? 'en' : undefined}>
      <figcaption>小程序预览(示意)</figcaption>
      <div className="face-page">
        <Head face={card} record={record} />
        {card.slogan && <p className="face-slogan">{card.slogan}</p>}
        <dl className="face-contacts">
          {contacts.map(field => (
            <Contact key={field} face={card} field={field} />
          ))}
        </dl>
        {blocks
          .filter(field => !isBlank(card[field]))
          .map(field => (
            <Block key={field} title={titles[card.language][field] ?? cards.fields[field].label}>
              <Cell field={cards.fields[field]} value={card[field]} record={record} isWhole />
            </Block>
          ))}
      </div>
    </figure>
  )
}
