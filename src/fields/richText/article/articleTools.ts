import { icons } from '../../../ui/icons.ts'
import { bold, bulletList, heading, orderedList, quote, type Tool } from '../tools.ts'

/** Groups of tools, separated by lines in the toolbar. */
export const articleTools: readonly (readonly Tool[])[] = [
  [
    {
      label: '撤销',
      keys: 'Ctrl+Z',
      icon: icons.undo,
      isPossible: it => it.can().undo(),
      run: it => it.chain().focus().undo().run(),
    },
    {
      label: '重做',
      keys: 'Ctrl+Y',
      icon: icons.redo,
      isPossible: it => it.can().redo(),
      run: it => it.chain().focus().redo().run(),
    },
  ],
  [heading(2, '大标题'), heading(3, '中标题'), heading(4, '小标题')],
  [
    { ...bold, icon: icons.bold },
    {
      label: '斜体',
      keys: 'Ctrl+I',
      icon: icons.italic,
      isActive: it => it.isActive('italic'),
      run: it => it.chain().focus().toggleItalic().run(),
    },
    {
      label: '下划线',
      keys: 'Ctrl+U',
      icon: icons.underline,
      isActive: it => it.isActive('underline'),
      run: it => it.chain().focus().toggleUnderline().run(),
    },
  ],
  [
    { ...bulletList('项目列表'), icon: icons.bulletList },
    { ...orderedList('编号列表'), icon: icons.numberedList },
    { ...quote('引用'), icon: icons.quote },
    { label: '分隔线', icon: icons.divider, run: it => it.chain().focus().setHorizontalRule().run() },
  ],
  [
    { label: '链接', keys: 'Ctrl+K', icon: icons.link, isActive: it => it.isActive('link'), run: 'link' },
    { label: '图片', icon: icons.image, run: 'picture' },
    { label: '视频', icon: icons.video, run: 'video' },
    {
      label: '表格',
      icon: icons.table,
      isActive: it => it.isActive('table'),
      isPossible: it => !it.isActive('table'),
      run: it => it.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
  ],
]

/** Additional tools while the cursor is in a table. */
export const tableTools: readonly (readonly Tool[])[] = [
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
]
