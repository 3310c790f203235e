import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import { missingParts } from '../../../resources/cards/completeness.ts'
import { cards } from '../../../resources/cards/index.ts'
import { CardPreview } from '../../card/CardPreview.tsx'
import { CardOutput } from '../../card/output/CardOutput.tsx'
import { ShowCodeButton } from '../../card/output/ShowCodeButton.tsx'
import { GivenMandates } from '../../card/mandates/GivenMandates.tsx'
import { CardVisits } from '../../card/visits/CardVisits.tsx'
import { LanguageTabs } from '../../card/languages/LanguageTabs.tsx'
import { type OwnCard, type OwnCards, useCardLanguage, useOwnCards } from '../../card/useOwnCards.ts'
import { Pills } from '../../ui/Pills.tsx'
import { useMiniProgram } from '../../preview/phone/useMiniProgram.ts'
import { PageActions } from '../../layout/pageSlots.tsx'
import { useServedCall } from '../../session/useCall.ts'
import { Loaded } from '../../states/Loaded.tsx'
import { CardStateBanner } from './CardStateBanner.tsx'
import { Waiting } from './Waiting.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx'

import './userDashboard.css'

/** Completeness of the card, and what would increase it. */
const Completeness = ({ card, hasEnglish }: { card: OwnCard; hasEnglish: boolean }) => {
  const translate = useTranslate()
  const { completenessWeights: weights } = useMiniProgram().card
  const missing = missingParts(card, weights)
  const lacksEnglish = !hasEnglish && weights.english > 0
  return (
    <section className="panel completeness" aria-label={translate('完整度')}>
      <h2 className="section-title">
        {translate('完整度')} <strong>{card.completeness}%</strong>
      </h2>
      <ProgressBar value={card.completeness} max={100} label={translate('完整度')} />
      {missing.length > 0 || lacksEnglish ? (
        <ul className="plain-list lined">
          {missing.map(([field, weight]) => (
            <li key={field}>
              <Link to={`/app/user/card?language=${card.language}&field=${field}`}>
                {translate('补充%{label}', { label: translate(cards.fields[field].label) })}
              </Link>
              <span className="caption">+{weight}%</span>
            </li>
          ))}
          {lacksEnglish && (
            <li>
              <Link to="/app/user/card?language=EN">{translate('新建英文名片')}</Link>
              <span className="caption">+{weights.english}%</span>
            </li>
          )}
        </ul>
      ) : (
        <p>{translate('内容已经完整。')}</p>
      )}
    </section>
  )
}

const versions = [
  ['published', '已发布'],
  ['working', '修改后'],
] as const
type Version = (typeof versions)[number][0]

/** Preview of the card, published or with unpublished changes. */
const VersionedPreview = ({ card }: { card: OwnCard }) => {
  const translate = useTranslate()
  const [version, setVersion] = useState<Version>('published')
  const differs = card.published !== null && card.changedFields.length > 0
  const isPublished = card.published !== null && version === 'published'
  const shown = isPublished ? { ...card, ...emptyValues, ...card.published } : card
  return (
    <section aria-label={translate('名片预览')}>
      {differs && (
        <Pills
          className="preview-versions"
          aria-label={translate('预览版本')}
          options={versions}
          value={version}
          onChange={setVersion}
        />
      )}
      <CardPreview card={shown} />
    </section>
  )
}

/** Empties all fields first, so that fields missing in the published version do not show values of the draft. */
const emptyValues = Object.fromEntries(
  Object.values(cards.form).flatMap(names => names.map(name => [name, null])),
)

const Dashboard = ({ data }: { data: OwnCards }) => {
  const translate = useTranslate()
  const [language, setLanguage] = useCardLanguage()
  const card = data[language]
  const hasMandates = useServedCall('mandates.given') !== null
  return (
    <div className="stack dashboard">
      <PageActions>
        {card && <ShowCodeButton key={language} card={card} />}
        <ButtonLink to="/app/user/articles">{translate('我的内容')}</ButtonLink>
      </PageActions>
      <Waiting data={data} language={language} onOpen={setLanguage} />
      <LanguageTabs language={language} onChange={setLanguage} />
      <CardStateBanner card={card} language={language} />
      {card && (
        <div className="stack dashboard-columns">
          <VersionedPreview key={language} card={card} />
          <div className="stack">
            <CardOutput card={card} />
            {card.published && <CardVisits id={card.id} />}
            <Completeness card={card} hasEnglish={data.EN !== null} />
          </div>
        </div>
      )}
      {hasMandates && <GivenMandates />}
    </div>
  )
}

/** Page 我的名片. */
export const UserDashboard = () => <Loaded query={useOwnCards()}>{data => <Dashboard data={data} />}</Loaded>
