import { lazyComponent } from '../../loading/lazyComponent.tsx'

/** Questions about a card and its assignment, for those who may review it; loaded when a card is shown. */
export const CardConversation = lazyComponent(() =>
  import('./ReviewerQuestions.tsx').then(it => it.ReviewerQuestions),
)
