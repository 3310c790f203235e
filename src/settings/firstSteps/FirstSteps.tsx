import { useTranslate } from 'ra-core'

import { Loaded } from '../../states/Loaded.tsx'
import { StepList } from './StepList.tsx'
import { firstSteps, useFirstSteps } from './useFirstSteps.ts'

/** Page 开始使用: the steps from a new firm to its first published card. */
export const FirstSteps = () => {
  const translate = useTranslate()
  return (
    <Loaded query={useFirstSteps()}>
      {found =>
        found ? (
          <StepList steps={firstSteps(found, translate)} isPrimary />
        ) : (
          <p className="empty">{translate('当前的后端不提供这项检查。')}</p>
        )
      }
    </Loaded>
  )
}
