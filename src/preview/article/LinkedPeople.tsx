import { useNames } from '../../fields/choice/useChoices.ts'
import { PersonPicture } from '../../fields/choice/PersonPicture.tsx'
import { articleLabelsIn } from './labels.ts'
import type { PreviewArticle } from './article.ts'

export type PreviewPerson = {
  id: number
  name: string
  avatar: string | null
  organizationId: number | null
  role: 1 | 2 | 3 | null
}

/** People linked to an article (相关律师); in the mini-program they lead to the cards. */
export const LinkedPeople = ({
  people,
  language,
}: {
  people: readonly PreviewPerson[]
  language: PreviewArticle['language']
}) => {
  const { names: offices } = useNames('offices', [
    ...new Set(people.flatMap(person => person.organizationId ?? [])),
  ])
  const { people: heading, roles } = articleLabelsIn(language)
  if (people.length === 0) return null
  return (
    <section className="preview-people" aria-label={heading}>
      <h3 className="section-title">{heading}</h3>
      <ul className="plain-list stack">
        {people.map(({ id, name, avatar, organizationId, role }) => (
          <li key={id}>
            <PersonPicture name={name} picture={avatar} />
            <div>
              <strong>{name}</strong>
              {role && <small className="caption">{roles[role]}</small>}
              <p className="caption">{offices.find(office => office.id === organizationId)?.name}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
