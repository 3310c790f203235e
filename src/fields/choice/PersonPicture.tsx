import { PictureWithFallback } from '../../ui/PictureWithFallback.tsx'

type Props = { name: string; picture: string | null; alt?: string }

/** Portrait of a person, or the first letter of the name. The CSS variable `--size` sets its size. */
export const PersonPicture = ({ name, picture, alt = '' }: Props) => (
  <PictureWithFallback
    className="person-picture"
    src={picture}
    alt={alt}
    loading="lazy"
    fallback={
      <span className="person-picture" aria-hidden>
        {Array.from(name)[0]}
      </span>
    }
  />
)
