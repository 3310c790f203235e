import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'

import { UploadState } from '../../pictures/PictureButton.tsx'
import { useTextProps } from '../../text/useDeferredText.ts'
import { useUpload } from '../../pictures/useUpload.ts'
import { Button } from '../../../ui/Button.tsx'
import { pendingUpload, removePendingUpload } from './pendingUploads.ts'

type PendingProps = { id: string; onDone: (url: string) => void; onGiveUp: () => void }

const PendingPicture = ({ id, onDone, onGiveUp }: PendingProps) => {
  const translate = useTranslate()
  const pending = pendingUpload(id)
  const { start, setError, cancel, ...upload } = useUpload('article', url => {
    removePendingUpload(id)
    onDone(url)
  })
  const startUpload = useRef(() => {
    if (pending) start(pending.file, pending.file.name)
    else setError(translate('图片没有传完，请移除后重新添加'))
  })
  useEffect(() => startUpload.current(), [])
  return (
    <div className="rich-pending" contentEditable={false}>
      {pending && <img src={pending.preview} alt="" />}
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

/** View of a picture in the editor: the progress of its upload, then the picture with its alternative text. */
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
  const altTextProps = useTextProps({
    value: alt ?? '',
    onText: text => updateAttributes({ alt: text || null }),
  })
  const setAddress = (url: string) => {
    const position = getPos()
    if (position === undefined || editor.isDestroyed) return
    const { state, view } = editor
    const attrs = { ...state.doc.nodeAt(position)!.attrs, src: url, upload: null }
    // No history entry of its own, so that undo removes the picture instead of returning to the upload.
    view.dispatch(state.tr.setNodeMarkup(position, null, attrs).setMeta('addToHistory', false))
  }
  return (
    <NodeViewWrapper as="figure" className={selected ? 'rich-picture is-selected' : 'rich-picture'}>
      {upload && <PendingPicture id={upload} onDone={setAddress} onGiveUp={deleteNode} />}
      {src && <img src={src} alt={alt ?? ''} data-drag-handle />}
      <figcaption contentEditable={false}>
        <input
          {...altTextProps}
          className={src && !alt ? 'control is-wanted' : 'control'}
          aria-label={translate('图片说明')}
          placeholder={translate('图片说明：写给看不到图片的人')}
          maxLength={60}
          disabled={!editor.isEditable}
          onKeyDown={event => {
            // Enter would submit the surrounding form.
            if (event.key === 'Enter') event.preventDefault()
            altTextProps.onKeyDown(event)
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
