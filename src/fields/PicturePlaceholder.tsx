import { useTranslate } from 'ra-core'

import type { Field } from '../../resources/kit/index.ts'

/** Takes the room that the input of a picture will have. */
export const PicturePlaceholder = ({ field, value }: { field: Field<'image'>; value: unknown }) => {
  const translate = useTranslate()
  const { ratio } = field.frame
  const [across, down] = ratio ?? [4, 3]
  return (
    <div className="picture">
      <div
        className={ratio ? 'picture-frame' : 'picture-frame is-whole'}
        style={{ aspectRatio: `${across} / ${down}` }}
      >
        {typeof value === 'string' && value !== '' && <img src={value} alt={translate(field.label)} />}
      </div>
    </div>
  )
}
