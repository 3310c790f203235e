import { lazyComponent } from '../loading/lazyComponent.tsx'

/** Dialog. MUI's part of it is loaded with the first one, or earlier with `preload`. */
export const Dialog = lazyComponent(() => import('./dialog/DialogFrame.tsx').then(it => it.DialogFrame))
