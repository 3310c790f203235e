import { Accessibility, defaultPreset, type DragEndEvent, type Draggable } from '@dnd-kit/dom'
import { isSortable } from '@dnd-kit/dom/sortable'
import type { Translate } from '../../../resources/kit/translate.ts'

const nameOf = (source: Draggable | null) => String(source?.data['name'] ?? '')
/** Position among all rows; dnd-kit's index does not count the fixed rows above. */
const positionOf = (source: Draggable | null) =>
  isSortable(source) ? source.index + 1 + Number(source.data['fixedAbove'] ?? 0) : ''

type DragOperation = { operation: Pick<DragEndEvent['operation'], 'source'> }

/** Texts that a screen reader announces during a drag. */
const announcements = (translate: Translate) =>
  Accessibility.configure({
    screenReaderInstructions: {
      draggable: translate('按空格或回车拿起，用方向键移动，再按空格或回车放下，按 Esc 取消。'),
    },
    announcements: {
      dragstart: ({ operation: { source } }: DragOperation) =>
        translate('已拿起%{name}，在第 %{place} 位。', { name: nameOf(source), place: positionOf(source) }),
      dragover: ({ operation: { source } }: DragOperation) =>
        translate('%{name}移到第 %{place} 位。', { name: nameOf(source), place: positionOf(source) }),
      dragend: ({ operation: { source }, canceled }: DragOperation & { canceled: boolean }) =>
        canceled
          ? translate('已取消，%{name}留在原位。', { name: nameOf(source) })
          : translate('%{name}放在第 %{place} 位。', { name: nameOf(source), place: positionOf(source) }),
    },
  })

/** dnd-kit's plugins, with announcements in the current language. */
export const sortingPlugins = (translate: Translate) => [
  ...defaultPreset.plugins.filter(it => it !== Accessibility),
  announcements(translate),
]
