import { type ComponentProps, type ReactNode, useState } from 'react'

type Props = Omit<ComponentProps<'img'>, 'src' | 'onError'> & {
  src: string | null | undefined
  /** What stands there while there is no picture, or none that arrives. */
  instead: ReactNode
}

export const Picture = ({ src, alt, instead, ...rest }: Props) => {
  const [failed, setFailed] = useState<string | null>(null)
  return src && src !== failed ? (
    <img src={src} alt={alt} {...rest} onError={() => setFailed(src)} />
  ) : (
    instead
  )
}
