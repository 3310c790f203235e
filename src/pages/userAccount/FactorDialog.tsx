import { RemoveFactorDialog, RenewCodesDialog } from './FactorDialogs.tsx'
import { SetUpDialog } from './SetUpDialog.tsx'

const dialogs = { setUp: SetUpDialog, remove: RemoveFactorDialog, renew: RenewCodesDialog }
export type FactorDialogKind = keyof typeof dialogs

type Props = { kind: FactorDialogKind; onClose: () => void; onDone: () => void }

/** What is done with one's second factor; all in one file, which comes when it is opened. */
export const FactorDialog = ({ kind, ...props }: Props) => {
  const Dialog = dialogs[kind]
  return <Dialog {...props} />
}
