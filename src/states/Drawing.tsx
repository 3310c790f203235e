/** Paths of small line drawings; the last path of each is in the accent colour. */
const drawings = {
  sheet: ['M28 10h50l16 16v60H28zM78 10v16h16', 'M40 52h40M40 62h40M40 72h24', 'M40 40h20'],
  tray: ['M20 54 34 22h52l14 32v28H20z', 'M20 54h24l5 10h22l5-10h24', 'M52 40h16'],
  glass: ['M78 42a24 24 0 1 1-48 0 24 24 0 0 1 48 0Z', 'm71 59 20 20', 'M44 42h20'],
  plug: [
    'M12 50h28m40 0h28',
    'M40 38h8a12 12 0 0 1 0 24h-8zM80 38h-8a12 12 0 0 0 0 24h8z',
    'M60 22v-8m14 12 5-6m-33 6-5-6',
  ],
  lock: [
    'M40 42h40a4 4 0 0 1 4 4v30a4 4 0 0 1-4 4H40a4 4 0 0 1-4-4V46a4 4 0 0 1 4-4z',
    'M46 42V30a14 14 0 0 1 28 0v12',
    'M60 56v10',
  ],
}

export type DrawingName = keyof typeof drawings

export const Drawing = ({ name }: { name: DrawingName }) => (
  <svg className="drawing" viewBox="0 0 120 96" width="120" height="96" aria-hidden>
    {drawings[name].map((line, index) => (
      <path key={line} className={index === 2 ? 'accent' : undefined} d={line} />
    ))}
  </svg>
)
