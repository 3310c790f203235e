import { RemoveFactorDialog, RenewCodesDialog } from './FactorDialogs.tsx'
import { SetUpDialog } from './SetUpDialog.tsx'

const dialogs = { setUp: SetUpDialog, remove: RemoveFactorDialog, renew: RenewCodesDialog }
export type FactorDialogKind = keyof typeof dialogs

type Props = { kind: FactorDialogKind; onClose: () => void; onDone: () => void }

/** Dialog for setting up, removing or renewing the second factor, loaded on demand. */
export const FactorDialog = ({ kind, ...props }: Props) => {
  const Dialog = dialogs[kind]
  return <Dialog {...props} />
}
