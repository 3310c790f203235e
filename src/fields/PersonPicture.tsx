import { Picture } from '../shell/Picture.tsx'

type Props = { name: string; picture: string | null; alt?: string }

/** A person's picture, or the first letter of the name in its place. `--size` says how large. */
export const PersonPicture = ({ name, picture, alt = '' }: Props) => (
  <Picture
    className="person-picture"
    src={picture}
    alt={alt}
    loading="lazy"
    instead={
      <span className="person-picture" aria-hidden>
        {Array.from(name)[0]}
      </span>
    }
  />
)
