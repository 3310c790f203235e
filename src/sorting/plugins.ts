import { Accessibility, defaultPreset, type DragEndEvent, type Draggable } from '@dnd-kit/dom'
import { isSortable } from '@dnd-kit/dom/sortable'

const nameOf = (source: Draggable | null) => String(source?.data['name'] ?? '')
const placeOf = (source: Draggable | null) => (isSortable(source) ? source.index + 1 : '')

type Told = { operation: Pick<DragEndEvent['operation'], 'source'> }

/** What a screen reader is told of a drag. */
const spoken = Accessibility.configure({
  screenReaderInstructions: {
    draggable: '按空格或回车拿起，用方向键移动，再按空格或回车放下，按 Esc 取消。',
  },
  announcements: {
    dragstart: ({ operation: { source } }: Told) => `已拿起${nameOf(source)}，在第 ${placeOf(source)} 位。`,
    dragover: ({ operation: { source } }: Told) => `${nameOf(source)}移到第 ${placeOf(source)} 位。`,
    dragend: ({ operation: { source }, canceled }: Told & { canceled: boolean }) =>
      canceled ? `已取消，${nameOf(source)}留在原位。` : `${nameOf(source)}放在第 ${placeOf(source)} 位。`,
  },
})

export const plugins = [...defaultPreset.plugins.filter(it => it !== Accessibility), spoken]
