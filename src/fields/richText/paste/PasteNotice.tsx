import { useTranslate } from 'ra-core'

import { Button } from '../../../ui/Button.tsx'
import { type Removals, removedText } from './removals.ts'

type Props = { removed: Removals; onClose: () => void }

/** Says what was removed on pasting, and lists external pictures, so that the user can download and add them. */
export const PasteNotice = ({ removed, onClose }: Props) => {
  const translate = useTranslate()
  const { pictures } = removed
  return (
    <div className="rich-notice" role="status">
      <div>
        <p>
          {translate('已清理粘贴内容：%{removedText}。', { removedText: removedText(removed, translate) })}
        </p>
        {pictures.length > 0 && (
          <details>
            <summary>{translate('外部图片不能直接引用，请保存后用“图片”按钮添加')}</summary>
            <ol>
              {pictures.map((picture, index) => (
                // eslint-disable-next-line react/no-array-index-key -- The same picture may occur twice.
                <li key={index}>
                  {picture.startsWith('http') ? (
                    <a href={picture} target="_blank" rel="noopener noreferrer nofollow">
                      {picture}
                    </a>
                  ) : (
                    translate(picture)
                  )}
                </li>
              ))}
            </ol>
          </details>
        )}
      </div>
      <Button look="quiet" onClick={onClose}>
        {translate('知道了')}
      </Button>
    </div>
  )
}
