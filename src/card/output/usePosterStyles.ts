import { posterStyles } from '../../../resources/cards/index.ts'
import { useMiniProgram } from '../../preview/useMiniProgram.ts'

/** Poster styles that the firm offers; all styles if the back-end does not say. */
export const usePosterStyles = () => {
  const offered = useMiniProgram().settings?.shareCover.posterStyles
  return offered?.length ? posterStyles.filter(([style]) => offered.includes(style)) : posterStyles
}
