import type { AnyEntity, AnyRecord } from '../../../resources/kit/index.ts'
import type { NamedAction } from '../../session/useRights.ts'

type ActionTarget = { resource: AnyEntity; action: NamedAction; record: AnyRecord }
/** Props of a dialog that an action has instead of the common one. */
export type OwnDialogProps = ActionTarget & { onClose: () => void }
