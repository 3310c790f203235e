import { useTranslate } from 'ra-core'

import { basicExtensions } from './basicExtensions.ts'
import { RichTextFrame } from './RichTextFrame.tsx'
import { Toolbar } from './Toolbar.tsx'
import { bold, bulletList, heading, orderedList, quote } from './tools.ts'
import { useRichText } from './useRichText.ts'
import { convertWordLists } from './paste/wordLists.ts'
import type { InputProps } from '../useField.ts'

const tools = [
  [
    heading(2, '标题@tool'),
    heading(3, '小标题'),
    bold,
    bulletList('列表@tool'),
    orderedList('编号@tool'),
    quote('引用'),
  ],
]

/** Editor for a short text with headings and lists. */
export const RichTextInput = (props: InputProps<'richText'>) => {
  const translate = useTranslate()
  const { described, editor } = useRichText(props, {
    extensions: basicExtensions,
    className: 'rich-area',
    editorProps: { transformPastedHTML: convertWordLists },
  })
  return (
    <RichTextFrame
      described={described}
      max={props.field.max}
      editor={editor}
      head={<Toolbar editor={editor} label={translate('文字格式')} tools={tools} />}
    />
  )
}
