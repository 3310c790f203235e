import { useTranslate } from 'ra-core'

import { arrayOf, type CellProps } from '../cells.tsx'

const CellPicture = ({ url, alt, isWhole }: { url: string; alt: string; isWhole: boolean }) => (
  <img className={isWhole ? 'cell-picture' : 'cell-thumbnail'} src={url} alt={alt} loading="lazy" />
)

export const ImageCell = ({ field, value, isWhole }: CellProps<'image'>) => (
  <CellPicture url={String(value)} alt={useTranslate()(field.label)} isWhole={isWhole} />
)

type Image = { url: string; alt?: string | null }
const isImage = (value: unknown): value is Image =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'

export const ImagesCell = ({ field, value, isWhole }: CellProps<'images'>) => {
  const translate = useTranslate()
  return (
    <span className="cell-pictures">
      {arrayOf(value)
        .filter(isImage)
        .map(({ url, alt }) => (
          <CellPicture key={url} url={url} alt={alt ?? translate(field.label)} isWhole={isWhole} />
        ))}
    </span>
  )
}
