import { FormGroupsProvider, OptionalRecordContextProvider, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { DraftOffer, UnreadDraft } from './drafts/DraftOffer.tsx'
import { ErrorSummary } from './saving/ErrorSummary.tsx'
import { FieldForm } from './plain/FieldForm.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import type { RecordFormState } from './useRecordForm.ts'
import { ConflictDialog } from './saving/ConflictDialog.tsx'

type Props = {
  form: RecordFormState
  className?: string
  /** False on a page with several forms, which has one leave guard for all of them. */
  hasOwnGuard?: boolean
  /** Title of the leave dialog. */
  guardTitle?: string
  children: ReactNode
}

/** The form element with react-hook-form's context, the leave guard and the dialogs of the form. */
export const FormFrame = ({ form, className = 'form', hasOwnGuard = true, guardTitle, children }: Props) => {
  const { methods, submit, status, question } = form
  return (
    <OptionalRecordContextProvider value={form.base ?? undefined}>
      <FormGroupsProvider>
        <FieldForm form={{ methods, submit }} className={className}>
          {children}
          {hasOwnGuard && <FormGuard form={form} title={guardTitle} />}
          {question?.ask(question.values, { onConfirm: form.confirm, onClose: form.close })}
          {status.kind === 'conflict' && (
            <ConflictDialog {...status} fields={form.fields} onClose={form.close} onResolve={form.resolve} />
          )}
        </FieldForm>
      </FormGroupsProvider>
    </OptionalRecordContextProvider>
  )
}

const FormGuard = ({ form, title }: { form: RecordFormState; title: string | undefined }) => {
  const { changed, isLocked, isChangedNow, hasSecrets } = form
  const translate = useTranslate()
  return (
    <LeaveGuard
      isChanged={changed.length > 0 && !isLocked}
      isChangedNow={isChangedNow}
      title={title}
      text={
        hasSecrets
          ? translate('密码和密钥不会留在草稿里，离开后须重新填写；其他没有保存的内容会作为草稿留着。')
          : undefined
      }
      onLeave={form.keep}
      onDiscard={form.discard}
    />
  )
}

/** The part above the fields: the offer to restore a draft, and the list of errors. */
export const FormHead = ({ form, children }: { form: RecordFormState; children?: ReactNode }) => {
  const { drafts, isLocked, fields, keepsDrafts } = form
  return (
    <>
      {!isLocked &&
        drafts.offers.map(({ key, isLeft, restore, giveUp, ...offered }) => (
          <DraftOffer
            key={key}
            offered={offered}
            source={isLeft ? 'otherWindow' : keepsDrafts ? 'server' : 'browser'}
            restore={restore}
            forget={giveUp}
          />
        ))}
      {drafts.readAgain && !isLocked && <UnreadDraft readAgain={drafts.readAgain} />}
      {children}
      <ErrorSummary fields={fields} />
    </>
  )
}
