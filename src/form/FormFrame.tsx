import { FormGroupsProvider, OptionalRecordContextProvider } from 'ra-core'
import type { ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'

import { preventComposingSubmit } from '../fields/useIme.ts'
import { lazyComponent } from '../shell/lazyComponent.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import type { RecordFormState } from './useRecordForm.ts'

const ConflictDialog = lazyComponent(() => import('./ConflictDialog.tsx').then(it => it.ConflictDialog))

type Props = {
  form: RecordFormState
  className?: string
  /** A page with several forms guards them together. */
  hasOwnGuard?: boolean
  /** What the guard says is unsaved. */
  guardTitle?: string
  children: ReactNode
}

/** The form element with what belongs to each form: its values for the inputs, the guard of the page, its dialogs. */
export const FormFrame = ({ form, className = 'form', hasOwnGuard = true, guardTitle, children }: Props) => {
  const { methods, intents, run, status, question } = form
  const main = intents.find(intent => intent.isDefault)
  return (
    <OptionalRecordContextProvider value={form.base ?? undefined}>
      <FormProvider {...methods}>
        <FormGroupsProvider>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter of an input method, which bubbles here */}
          <form
            className={className}
            noValidate
            onKeyDown={preventComposingSubmit}
            onSubmit={event => {
              event.preventDefault()
              // React lets it rise out of a dialog into the form of the page.
              event.stopPropagation()
              if (main) run(main.name)
            }}
          >
            {children}
            {hasOwnGuard && <FormGuard form={form} title={guardTitle} />}
            {question?.ask(question.values, { onConfirm: form.confirm, onClose: form.close })}
            {status.kind === 'conflict' && (
              <ConflictDialog
                {...status}
                fields={form.fields}
                onClose={form.close}
                onResolve={form.resolve}
              />
            )}
          </form>
        </FormGroupsProvider>
      </FormProvider>
    </OptionalRecordContextProvider>
  )
}

const FormGuard = ({ form, title }: { form: RecordFormState; title: string | undefined }) => {
  const { changed, isLocked, isChangedNow, keepsDrafts, autosave, drafts } = form
  return (
    <LeaveGuard
      isChanged={changed.length > 0 && !isLocked}
      isChangedNow={isChangedNow}
      title={title}
      areDraftsKept={keepsDrafts}
      onLeave={keepsDrafts ? () => void autosave.flush() : drafts.forget}
    />
  )
}

/** What stands above the fields: the draft of the last time, and what is wrong. */
export const FormHead = ({ form, children }: { form: RecordFormState; children?: ReactNode }) => {
  const { drafts, isLocked, isPlaceholder, fields, keepsDrafts } = form
  return (
    <>
      {drafts.offered && !isLocked && !isPlaceholder && (
        <DraftOffer
          offered={drafts.offered}
          isAutosaved={keepsDrafts}
          restore={drafts.restore}
          forget={drafts.giveUp}
        />
      )}
      {children}
      <ErrorSummary fields={fields} />
    </>
  )
}
