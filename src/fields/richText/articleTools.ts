import Bold from 'lucide-react/icons/bold'
import Italic from 'lucide-react/icons/italic'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Quote from 'lucide-react/icons/quote'
import Underline from 'lucide-react/icons/underline'
import Minus from 'lucide-react/icons/minus'
import Image from 'lucide-react/icons/image'
import Link from 'lucide-react/icons/link'
import Redo2 from 'lucide-react/icons/redo-2'
import Table from 'lucide-react/icons/table'
import Undo2 from 'lucide-react/icons/undo-2'
import Video from 'lucide-react/icons/video'
import { bold, bulletList, heading, orderedList, quote, type Tool } from './tools.ts'
import { derived, localized } from '../../../resources/kit/translate.ts'

/** Groups, a line between each two. */
export const articleTools: readonly (readonly Tool[])[] = derived(() => [
  [
    {
      label: '撤销',
      keys: 'Ctrl+Z',
      icon: Undo2,
      isPossible: it => it.can().undo(),
      run: it => it.chain().focus().undo().run(),
    },
    {
      label: '重做',
      keys: 'Ctrl+Y',
      icon: Redo2,
      isPossible: it => it.can().redo(),
      run: it => it.chain().focus().redo().run(),
    },
  ],
  [heading(2, '大标题'), heading(3, '中标题'), heading(4, '小标题')],
  [
    { ...bold, icon: Bold },
    {
      label: '斜体',
      keys: 'Ctrl+I',
      icon: Italic,
      isActive: it => it.isActive('italic'),
      run: it => it.chain().focus().toggleItalic().run(),
    },
    {
      label: '下划线',
      keys: 'Ctrl+U',
      icon: Underline,
      isActive: it => it.isActive('underline'),
      run: it => it.chain().focus().toggleUnderline().run(),
    },
  ],
  [
    { ...bulletList('项目列表'), icon: List },
    { ...orderedList('编号列表'), icon: ListOrdered },
    { ...quote('引用'), icon: Quote },
    { label: '分隔线', icon: Minus, run: it => it.chain().focus().setHorizontalRule().run() },
  ],
  [
    { label: '链接', keys: 'Ctrl+K', icon: Link, isActive: it => it.isActive('link'), run: 'link' },
    { label: '图片', icon: Image, run: 'picture' },
    { label: '视频', icon: Video, run: 'video' },
    {
      label: '表格',
      icon: Table,
      isActive: it => it.isActive('table'),
      isPossible: it => !it.isActive('table'),
      run: it => it.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
  ],
])

/** Offered inside a table only. */
export const tableTools: readonly (readonly Tool[])[] = localized([
  [
    { label: '上方加行', run: it => it.chain().focus().addRowBefore().run() },
    { label: '下方加行', run: it => it.chain().focus().addRowAfter().run() },
    { label: '左侧加列', run: it => it.chain().focus().addColumnBefore().run() },
    { label: '右侧加列', run: it => it.chain().focus().addColumnAfter().run() },
  ],
  [
    {
      label: '标题行',
      isActive: it => it.isActive('tableHeader'),
      run: it => it.chain().focus().toggleHeaderRow().run(),
    },
  ],
  [
    { label: '删除行', run: it => it.chain().focus().deleteRow().run() },
    { label: '删除列', run: it => it.chain().focus().deleteColumn().run() },
    { label: '删除表格', run: it => it.chain().focus().deleteTable().run() },
  ],
])
