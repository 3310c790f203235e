import { lazyComponent } from '../../shell/lazyComponent.tsx'
import { useAddition, useSession } from '../../shell/sessionContext.ts'

/** Shown while the dialog loads and where it can't be loaded: the person works on and is asked at the next page load. */
const Nothing = () => null
const ConsentDialog = lazyComponent(
  () => import('./ConsentDialog.tsx').then(it => it.ConsentDialog),
  Nothing,
  Nothing,
)

/** Asks whoever has not agreed to the version of the firm's notice that holds now; what he was at stays below. */
export const ConsentGuard = () => {
  const { self } = useSession()
  const [reading, agreeing] = [useAddition('session.notice'), useAddition('session.consent')]
  if (self.mustConsent !== 1 || !reading || !agreeing) return null
  return <ConsentDialog reading={reading} agreeing={agreeing} />
}
