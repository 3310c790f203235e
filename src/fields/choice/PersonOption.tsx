import { PersonPicture } from './PersonPicture.tsx'

/** What tells people of the same name apart. */
export type PersonFacts = {
  picture: string | null
  office: string
  licence: string | null
}

/** The office of a person, and the licence number where it is needed to tell people apart. */
export const personLine = ({ office, licence }: PersonFacts, isTied: boolean) =>
  [office, isTied ? licence : null].filter(Boolean).join(' · ')

type Props = { name: string; person: PersonFacts; isTied: boolean }

/** A person in a list of options: portrait, name and office, with the licence number where names are the same. */
export const PersonOption = ({ name, person, isTied }: Props) => (
  <span className="person-option">
    <PersonPicture name={name} picture={person.picture} />
    <span>
      {name}
      <small>{personLine(person, isTied)}</small>
    </span>
  </span>
)
