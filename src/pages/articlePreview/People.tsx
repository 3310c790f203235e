import { useNames } from '../../fields/useChoices.ts'
import type { Article } from './useArticle.ts'
import { words } from './words.ts'

export type Named = {
  id: number
  name: string
  avatar: string | null
  organizationId: number | null
  role: 1 | 2 | 3 | null
}

/** 相关律师: from here the reader goes to their cards. */
export const People = ({ people, language }: { people: readonly Named[]; language: Article['language'] }) => {
  const { names: offices } = useNames('offices', [...new Set(people.flatMap(it => it.organizationId ?? []))])
  const { people: heading, roles } = words[language]
  if (people.length === 0) return null
  return (
    <section className="preview-people" aria-label={heading}>
      <h3>{heading}</h3>
      <ul>
        {people.map(({ id, name, avatar, organizationId, role }) => (
          <li key={id}>
            {avatar ? <img src={avatar} alt="" /> : <span aria-hidden>{Array.from(name).slice(0, 1)}</span>}
            <div>
              <strong>{name}</strong>
              {role && <small>{roles[role]}</small>}
              <p>{offices.find(it => it.id === organizationId)?.name}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
