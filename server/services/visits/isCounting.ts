import type { FirmSwitches } from '../../context/context.ts'

/** Whether the firm counts visits; the switch is stored as a number or as a truth value, and is on where nothing is stored. */
export const isCounting = ({ miniProgram }: Pick<FirmSwitches, 'miniProgram'>): boolean =>
  Boolean(miniProgram['stat'] ?? true)
