import { useTranslate } from 'ra-core'

import type { Fields } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { sharedViewFields } from '../../../resources/domain/sharedViewFields.ts'
import { Input } from '../../fields/inputs.tsx'
import { DialogForm } from '../../form/plain/DialogForm.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import { useSession } from '../../session/sessionContext.ts'
import { type useListViews, wholeArrangement } from './savedViews.ts'
import type { SharedView, useSharedViews } from './useSharedViews.ts'
import type { ListView, ViewContent } from './views.ts'

export type ViewDialogState =
  | { kind: 'rename'; view: ListView }
  | { kind: 'share'; view: ListView }
  | { kind: 'renameShared' | 'replaceShared' | 'removeShared'; view: SharedView }

type Props = {
  state: ViewDialogState
  current: ViewContent
  own: ReturnType<typeof useListViews>
  shared: ReturnType<typeof useSharedViews>
  list: readonly string[]
  onClose: () => void
}

const { name: nameField, organizationId: officeField } = sharedViewFields
type Values = { name?: string; organizationId?: number | null }

const submitLabels = {
  rename: '改名',
  renameShared: '改名',
  share: '共享',
  replaceShared: '修改',
  removeShared: '删除',
} as const

/** What happens to whom, for the dialogs that concern others. */
const consequence = ({ kind, view }: ViewDialogState, translate: Translate) => {
  if (kind === 'share')
    return translate('共享后，所选律所的管理员都能打开这个视图；各人仍只看到自己权限内的数据。')
  if (kind === 'rename') return null
  const office = view.officeName ?? translate('全部律所')
  return kind === 'removeShared'
    ? translate('%{office}的管理员将不再看到这个视图。', { office })
    : translate('%{office}的管理员看到的视图会一起改变。', { office })
}

const useSubmit = ({ state, current, own, shared, list, onClose }: Props) => {
  const { self } = useSession()
  const send = async ({ name = state.view.name, organizationId }: Values) => {
    if (state.kind === 'rename') return own.rename(state.view.name, name)
    if (state.kind === 'share') {
      const { name: oldName, ...stored } = state.view
      // Columns that a newer version of the product no longer has are left out.
      const content = { ...stored, columns: wholeArrangement(stored.columns, { list }) }
      // A branch shares with its own office; the field is only offered to the main office.
      const office = organizationId === undefined ? self.organizationId : organizationId
      const answer = await shared.share({ name, organizationId: office, content })
      return own.remove(oldName, { ...answer, ...content })
    }
    const { id, version } = state.view
    if (state.kind === 'removeShared') {
      await shared.remove(id)
      if (own.sharedStart?.id === id) own.setSharedStart(null)
      return undefined
    }
    const change = state.kind === 'renameShared' ? { name } : { content: current }
    const answer = await shared.update({ id, version, ...change })
    if (own.sharedStart?.id === id && 'content' in change)
      own.setSharedStart({ id, version: answer.version, ...current })
    return undefined
  }
  return async (values: Values) => {
    await send(values)
    onClose()
  }
}

/** Dialog that renames, shares, changes or removes a view. */
export const ViewDialog = (props: Props) => {
  const { state, onClose } = props
  const { kind, view } = state
  const translate = useTranslate()
  const { self } = useSession()
  const isOfMainOffice = self.officeLevel === 1 || self.officeLevel === 2
  const fields: Fields = {
    ...((kind === 'rename' || kind === 'renameShared' || kind === 'share') && { name: nameField }),
    ...(kind === 'share' && isOfMainOffice && { organizationId: officeField }),
  }
  const submit = useSubmit(props)
  const form = useFieldForm(fields, {
    initial: { name: view.name, organizationId: self.organizationId },
    onSave: ({ name, organizationId }) =>
      submit({
        ...(typeof name === 'string' && { name }),
        ...(organizationId !== undefined && { organizationId: Number(organizationId) || null }),
      }),
  })
  const verb = translate(submitLabels[kind])
  const text = consequence(state, translate)
  return (
    <DialogForm
      form={form}
      title={translate('%{verb}“%{title}”@dialog', { verb, title: view.name })}
      submitLabel={verb}
      busyLabel={translate('处理中…')}
      isDanger={kind === 'removeShared'}
      onClose={onClose}
    >
      {text && <p>{text}</p>}
      {Object.entries(fields).map(([name, field]) => (
        <Input key={name} field={field} source={name} />
      ))}
    </DialogForm>
  )
}
