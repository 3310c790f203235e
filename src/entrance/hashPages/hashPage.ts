import type { RefusedApplication } from '../../../providers/challenge.ts'
import type { LoginOptions } from '../../../providers/publicConf.ts'
import type { PendingFactor } from '../../../providers/secondFactor.ts'
import type { SignInResult } from '../../../providers/signIn.ts'
import type { Population } from '../../../resources/domain/role.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'

/** Props of registration and recovery. */
export type HashPageProps = {
  options: LoginOptions
  population: Population
  /** The account entered in the sign-in form. */
  account: string
  /** The refused application of an applicant who has just signed in with the correct password. */
  refused: (RefusedApplication & { mobile: string }) | null
  onSigned: (signed: SignInResult) => void
  /** Called if the password was correct but a second step is required; shows it in place of this page. */
  onFactor: (asked: PendingFactor) => Promise<void>
  /** Returns to the sign-in form: the tab to select, the account to fill in, and a message. */
  onLeave: (to: { userType?: Population; account?: string; sentence?: Sentence }) => void
}
/** Opens a page; an empty name returns to the form. */
export const openHashPage = (hash: string) => {
  location.hash = hash
}
