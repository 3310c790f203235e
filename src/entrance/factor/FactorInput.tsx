import { CallError } from '../../../providers/envelope.ts'
import { signInByFactor, type PendingFactor } from '../../../providers/secondFactor.ts'
import type { SignInResult } from '../../../providers/signIn.ts'
import { factorCodeField, recoveryCodeField } from '../../../resources/domain/factorFields.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'
import { CodeInput } from '../../fields/credentials/CodeInput.tsx'
import { TextInput } from '../../fields/text/TextInput.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import { signInErrorMessage } from '../signIn/errorMessage.ts'

/** A code of the authenticator app, or a recovery code. */
export type FactorKind = 'app' | 'recovery'

const fields = { app: { code: factorCodeField }, recovery: { code: recoveryCodeField } }

type Options = {
  kind: FactorKind
  asked: PendingFactor
  onSigned: (signed: SignInResult) => void
  /** Called if the user has to start again with the first step. */
  onOver: (sentence: Sentence) => void
}

/** Form state of the second sign-in step; a wrong code is reported at its field. */
export const useFactorForm = ({ kind, asked, onSigned, onOver }: Options) =>
  useFieldForm(fields[kind], {
    say: (error, translate) => signInErrorMessage(error, true, translate),
    onSave: async ({ code }) => {
      try {
        onSigned(await signInByFactor(asked, kind === 'app' ? { code } : { recoveryCode: code }))
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        const { message } = error
        if (error.code === '4091') return onOver(translate => translate(message))
        if (error.code !== '4002') throw error
        return { code: message }
      }
    },
  })

export const FactorInput = ({ kind }: { kind: FactorKind }) =>
  kind === 'app' ? (
    <CodeInput field={fields.app.code} source="code" hasFocus />
  ) : (
    <TextInput field={fields.recovery.code} source="code" />
  )
