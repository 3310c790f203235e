import { useState } from 'react'
import { Link } from 'react-router-dom'

import { missingParts } from '../../../resources/cards/completeness.ts'
import { cards } from '../../../resources/cards/index.ts'
import { CardFace } from '../../card/CardFace.tsx'
import { LanguageTabs } from '../../card/LanguageTabs.tsx'
import { type OwnCard, useLanguage, useOwnCards } from '../../card/useOwnCards.ts'
import { PageActions } from '../../layout/pageSlots.tsx'
import { Spinner } from '../../layout/Spinner.tsx'
import { ErrorState } from '../../views/states.tsx'
import { Ribbon } from './Ribbon.tsx'

import '../../actions/actions.css'
import '../../views/views.css'
import './userDashboard.css'

/** 完整度: how far, and what would bring it further. */
const Completeness = ({ card, hasEnglish }: { card: OwnCard; hasEnglish: boolean }) => {
  const missing = missingParts(card)
  return (
    <section className="panel completeness" aria-label="完整度">
      <h2>
        完整度 <strong>{card.completeness}%</strong>
      </h2>
      <progress value={card.completeness} max={100} aria-label="完整度" />
      {missing.length > 0 || !hasEnglish ? (
        <ul>
          {missing.map(([field, weight]) => (
            <li key={field}>
              <Link to={`/app/user/card?language=${card.language}&field=${field}`}>
                补充{cards.fields[field].label}
              </Link>
              <span>+{weight}%</span>
            </li>
          ))}
          {!hasEnglish && (
            <li>
              <Link to="/app/user/card?language=EN">新建英文名片</Link>
              <span>+5%</span>
            </li>
          )}
        </ul>
      ) : (
        <p>内容已经完整。</p>
      )}
    </section>
  )
}

type Side = 'published' | 'working'

/** The published card, and beside it what is being changed. */
const Preview = ({ card }: { card: OwnCard }) => {
  const [side, setSide] = useState<Side>('published')
  const differs = card.published !== null && card.changedFields.length > 0
  const isPublished = card.published !== null && side === 'published'
  const shown = isPublished ? { ...card, ...blank, ...card.published } : card
  return (
    <section aria-label="名片预览">
      {differs && (
        <div className="pills preview-sides" role="group" aria-label="预览版本">
          {(
            [
              ['published', '已发布'],
              ['working', '修改后'],
            ] as const
          ).map(([it, label]) => (
            <label key={it} className="pill">
              <input type="radio" name="side" checked={side === it} onChange={() => setSide(it)} />
              <span>{label}</span>
            </label>
          ))}
        </div>
      )}
      <CardFace card={shown} />
    </section>
  )
}

/** What the published version does not have must not shine through from the working copy. */
const blank = Object.fromEntries(Object.values(cards.form).flatMap(names => names.map(name => [name, null])))

/** 我的名片. */
export const UserDashboard = () => {
  const [language, setLanguage] = useLanguage()
  const { data, error, refetch } = useOwnCards()
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Spinner />
  const card = data[language]
  return (
    <div className="dashboard">
      <PageActions>
        <Link className="button" to="/app/user/articles">
          我的内容
        </Link>
      </PageActions>
      <LanguageTabs language={language} onChange={setLanguage} />
      <Ribbon card={card} language={language} />
      {card && (
        <div className="dashboard-columns">
          <Preview key={language} card={card} />
          <Completeness card={card} hasEnglish={data.EN !== null} />
        </div>
      )}
    </div>
  )
}
