import { Accessibility, defaultPreset, type DragEndEvent, type Draggable } from '@dnd-kit/dom'
import { isSortable } from '@dnd-kit/dom/sortable'
import type { Translate } from '../../../resources/kit/translate.ts'

const nameOf = (source: Draggable | null) => String(source?.data['name'] ?? '')
/** Among all rows, as the list numbers them: dnd-kit's index leaves out the fixed ones above. */
const placeOf = (source: Draggable | null) =>
  isSortable(source) ? source.index + 1 + Number(source.data['fixedAbove'] ?? 0) : ''

type Told = { operation: Pick<DragEndEvent['operation'], 'source'> }

/** What a screen reader is told of a drag. */
const announcementsIn = (translate: Translate) =>
  Accessibility.configure({
    screenReaderInstructions: {
      draggable: translate('按空格或回车拿起，用方向键移动，再按空格或回车放下，按 Esc 取消。'),
    },
    announcements: {
      dragstart: ({ operation: { source } }: Told) =>
        translate('已拿起%{name}，在第 %{place} 位。', { name: nameOf(source), place: placeOf(source) }),
      dragover: ({ operation: { source } }: Told) =>
        translate('%{name}移到第 %{place} 位。', { name: nameOf(source), place: placeOf(source) }),
      dragend: ({ operation: { source }, canceled }: Told & { canceled: boolean }) =>
        canceled
          ? translate('已取消，%{name}留在原位。', { name: nameOf(source) })
          : translate('%{name}放在第 %{place} 位。', { name: nameOf(source), place: placeOf(source) }),
    },
  })

/** dnd-kit's plugins, with the announcements of drags in the given language. */
export const pluginsIn = (translate: Translate) => [
  ...defaultPreset.plugins.filter(it => it !== Accessibility),
  announcementsIn(translate),
]
