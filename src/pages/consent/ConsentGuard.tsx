import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { useSession } from '../../session/sessionContext.ts'
import { useServedCall } from '../../session/useCall.ts'

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
  const [noticeCall, consentCall] = [useServedCall('session.notice'), useServedCall('session.consent')]
  if (self.mustConsent !== 1 || !noticeCall || !consentCall) return null
  return <ConsentDialog consentCall={consentCall} />
}
