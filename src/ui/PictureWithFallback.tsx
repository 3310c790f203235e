import { type ComponentProps, type ReactNode, useState } from 'react'

type Props = Omit<ComponentProps<'img'>, 'src' | 'onError'> & {
  src: string | null | undefined
  /** Shown if there is no picture or it cannot be loaded. */
  fallback: ReactNode
}

export const PictureWithFallback = ({ src, alt, fallback, ...rest }: Props) => {
  const [failed, setFailed] = useState<string | null>(null)
  return src && src !== failed ? (
    <img src={src} alt={alt} {...rest} onError={() => setFailed(src)} />
  ) : (
    fallback
  )
}
