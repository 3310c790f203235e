import { useTranslate } from 'ra-core'

import { Loaded } from '../../shell/Loaded.tsx'
import { StepList } from './StepList.tsx'
import { stepsFrom, useSteps } from './useSteps.ts'

/** 开始使用: from an empty firm to its first published card. */
export const FirstSteps = () => {
  const translate = useTranslate()
  return (
    <Loaded query={useSteps()}>
      {found =>
        found ? (
          <StepList steps={stepsFrom(found, translate)} isPrimary />
        ) : (
          <p className="empty">{translate('当前的后端不提供这项检查。')}</p>
        )
      }
    </Loaded>
  )
}
