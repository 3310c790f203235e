import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'

import { UploadState } from '../PictureButton.tsx'
import { useTextProps } from '../useTyped.ts'
import { useUpload } from '../useUpload.ts'
import { Button } from '../../shell/Button.tsx'
import { pendingUpload, removePendingUpload } from './pendingUploads.ts'

type PendingProps = { id: string; onDone: (url: string) => void; onGiveUp: () => void }

const Pending = ({ id, onDone, onGiveUp }: PendingProps) => {
  const translate = useTranslate()
  const known = pendingUpload(id)
  const { start, setError, cancel, ...upload } = useUpload('article', url => {
    removePendingUpload(id)
    onDone(url)
  })
  const begin = useRef(() => {
    if (known) start(known.file, known.file.name)
    else setError(translate('图片没有传完，请移除后重新添加'))
  })
  useEffect(() => begin.current(), [])
  return (
    <div className="rich-pending" contentEditable={false}>
      {known && <img src={known.preview} alt="" />}
      <UploadState
        {...upload}
        cancel={() => {
          cancel()
          onGiveUp()
        }}
      />
    </div>
  )
}

type Attributes = { src?: string | null; alt?: string | null; upload?: string | null }

/** A picture as it is edited: on its way with progress, then with the words that stand for it. */
export const PictureView = ({
  node,
  editor,
  getPos,
  updateAttributes,
  deleteNode,
  selected,
}: NodeViewProps) => {
  const translate = useTranslate()
  const { src, alt, upload }: Attributes = node.attrs
  const words = useTextProps({
    value: alt ?? '',
    onText: text => updateAttributes({ alt: text || null }),
  })
  const arrive = (url: string) => {
    const position = getPos()
    if (position === undefined || editor.isDestroyed) return
    const { state, view } = editor
    const attrs = { ...state.doc.nodeAt(position)!.attrs, src: url, upload: null }
    // Undone with the picture, never by itself: an undo does not send it again.
    view.dispatch(state.tr.setNodeMarkup(position, null, attrs).setMeta('addToHistory', false))
  }
  return (
    <NodeViewWrapper as="figure" className={selected ? 'rich-picture is-selected' : 'rich-picture'}>
      {upload && <Pending id={upload} onDone={arrive} onGiveUp={deleteNode} />}
      {src && <img src={src} alt={alt ?? ''} data-drag-handle />}
      <figcaption contentEditable={false}>
        <input
          {...words}
          className={src && !alt ? 'control is-wanted' : 'control'}
          aria-label={translate('图片说明')}
          placeholder={translate('图片说明：写给看不到图片的人')}
          maxLength={60}
          disabled={!editor.isEditable}
          onKeyDown={event => {
            // Enter in a form would send it.
            if (event.key === 'Enter') event.preventDefault()
            words.onKeyDown(event)
          }}
        />
        {editor.isEditable && (
          <Button look="quiet" onClick={deleteNode}>
            {translate('移除图片')}
          </Button>
        )}
      </figcaption>
    </NodeViewWrapper>
  )
}
