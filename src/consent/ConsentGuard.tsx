import { lazyComponent } from '../layout/lazyComponent.tsx'
import { useAddition, useSession } from '../layout/sessionContext.ts'

/** What could not be loaded asks the next time: nobody is kept from his work for it. */
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
