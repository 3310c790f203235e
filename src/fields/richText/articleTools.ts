import FormatBold from '@mui/icons-material/FormatBold'
import FormatItalic from '@mui/icons-material/FormatItalic'
import FormatListBulleted from '@mui/icons-material/FormatListBulleted'
import FormatListNumbered from '@mui/icons-material/FormatListNumbered'
import FormatQuote from '@mui/icons-material/FormatQuote'
import FormatUnderlined from '@mui/icons-material/FormatUnderlined'
import HorizontalRule from '@mui/icons-material/HorizontalRule'
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import Link from '@mui/icons-material/Link'
import Redo from '@mui/icons-material/Redo'
import TableChart from '@mui/icons-material/TableChartOutlined'
import Undo from '@mui/icons-material/Undo'
import Videocam from '@mui/icons-material/VideocamOutlined'
import { bold, bulletList, heading, orderedList, quote, type Tool } from './tools.ts'
import { localized } from '../../../resources/kit/translate.ts'

/** Groups, a line between each two. */
export const articleTools: readonly (readonly Tool[])[] = localized([
  [
    {
      label: '撤销',
      keys: 'Ctrl+Z',
      icon: Undo,
      isPossible: it => it.can().undo(),
      run: it => it.chain().focus().undo().run(),
    },
    {
      label: '重做',
      keys: 'Ctrl+Y',
      icon: Redo,
      isPossible: it => it.can().redo(),
      run: it => it.chain().focus().redo().run(),
    },
  ],
  [heading(2, '大标题'), heading(3, '中标题'), heading(4, '小标题')],
  [
    { ...bold, icon: FormatBold },
    {
      label: '斜体',
      keys: 'Ctrl+I',
      icon: FormatItalic,
      isActive: it => it.isActive('italic'),
      run: it => it.chain().focus().toggleItalic().run(),
    },
    {
      label: '下划线',
      keys: 'Ctrl+U',
      icon: FormatUnderlined,
      isActive: it => it.isActive('underline'),
      run: it => it.chain().focus().toggleUnderline().run(),
    },
  ],
  [
    { ...bulletList('项目列表'), icon: FormatListBulleted },
    { ...orderedList('编号列表'), icon: FormatListNumbered },
    { ...quote('引用'), icon: FormatQuote },
    { label: '分隔线', icon: HorizontalRule, run: it => it.chain().focus().setHorizontalRule().run() },
  ],
  [
    { label: '链接', keys: 'Ctrl+K', icon: Link, isActive: it => it.isActive('link'), run: 'link' },
    { label: '图片', icon: ImageOutlined, run: 'picture' },
    { label: '视频', icon: Videocam, run: 'video' },
    {
      label: '表格',
      icon: TableChart,
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
