import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { useAddition, useSession } from '../../session/sessionContext.ts'

/** Shown while the dialog is loading; if loading fails, the user continues and is asked on the next page load. */
const Nothing = () => null
const ConsentDialog = lazyComponent(
  () => import('./ConsentDialog.tsx').then(it => it.ConsentDialog),
  Nothing,
  Nothing,
)

/**
 * Asks users who have not agreed to the current version of the firm's notice; the page stays mounted below the
 * dialog.
 */
export const ConsentGuard = () => {
  const { self } = useSession()
  const [noticeCall, consentCall] = [useAddition('session.notice'), useAddition('session.consent')]
  if (self.mustConsent !== 1 || !noticeCall || !consentCall) return null
  return <ConsentDialog noticeCall={noticeCall} consentCall={consentCall} />
}
