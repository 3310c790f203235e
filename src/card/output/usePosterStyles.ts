import { posterStyles } from '../../../resources/cards/index.ts'
import { useMiniProgram } from '../../preview/phone/useMiniProgram.ts'

/** Poster styles that the firm offers; all styles if the back-end does not say. */
export const usePosterStyles = () => {
  const offeredStyles = useMiniProgram().settings?.shareCover.posterStyles
  return offeredStyles?.length
    ? posterStyles.filter(([style]) => offeredStyles.includes(style))
    : posterStyles
}
