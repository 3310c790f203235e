import type { ReactNode } from 'react'

/** Buttons at the end of a dialog: first the ones that leave it, last the one that does what the dialog asks. */
export const DialogFoot = ({ children }: { children: ReactNode }) => (
  <footer className="dialog-foot">{children}</footer>
)
