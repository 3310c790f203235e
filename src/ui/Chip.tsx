import type { ReactNode } from 'react'

import type { Tone } from '../../resources/kit/index.ts'

const toneIcons: Record<Tone, ReactNode> = {
  good: <path d="m3.5 8.5 3 3 6-7" />,
  waiting: <path d="M8 4v4l2.5 2M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z" />,
  bad: <path d="m4.5 4.5 7 7m0-7-7 7" />,
  info: <path d="M8 7.5v4m0-7v.5M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z" />,
  faint: <path d="M4.5 8h7" />,
}

/** Status chip with an icon besides its colour, for users who cannot distinguish the colours. */
export const Chip = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`chip chip-${tone}`}>
    <svg viewBox="0 0 16 16" aria-hidden>
      {toneIcons[tone]}
    </svg>
    {children}
  </span>
)
