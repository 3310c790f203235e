import { useTranslate } from 'ra-core'

import { useCallAddition } from '../../../providers/useCall.ts'
import { reviewKinds, reviews } from '../../../resources/reviews.ts'
import { firm } from '../../../resources/settings/firm.ts'
import { StepList } from '../../settings/firstSteps/StepList.tsx'
import { firstSteps, useFirstSteps } from '../../settings/firstSteps/useFirstSteps.ts'
import { ButtonLink } from '../../shell/Button.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { PageActions } from '../../shell/pageSlots.tsx'
import { useAddition } from '../../shell/sessionContext.ts'
import { useRights } from '../../shell/useRights.ts'
import { NextItems } from './NextItems.tsx'
import { Offices } from './Offices.tsx'
import { series } from './series.ts'
import type { Summary } from './summary.ts'
import { Tiles } from './Tiles.tsx'
import { Week } from './Week.tsx'

import './home.css'

const desk = reviews.pages['desk']!

const useSummary = () => {
  const asking = useAddition('reviews.summary')
  return useCallAddition(asking, {}, { staleTime: 0 })
}

/** The first steps as long as one of them is to be done; null for whoever does not set up the firm. */
const useOpenSteps = () => {
  const translate = useTranslate()
  const { can } = useRights()
  const { data } = useFirstSteps({ isEnabled: can(firm, 'checklist') })
  if (!data) return null
  const steps = firstSteps(data, translate)
  return steps.every(step => step.isDone) ? null : steps
}

const isWaiting = ({ waiting }: Summary) => reviewKinds.some(([kind]) => waiting[kind].all > 0)
const hasChanges = ({ days }: Summary) => days.some(day => series.some(([name]) => day[name] > 0))

const StartReview = () => {
  const translate = useTranslate()
  return (
    <PageActions>
      <ButtonLink look="primary" to={desk.path}>
        {translate('开始审核')}
      </ButtonLink>
    </PageActions>
  )
}

const Desk = ({ summary }: { summary: Summary }) => {
  const steps = useOpenSteps()
  const { mayOpen } = useRights()
  const mayReview = mayOpen(desk) && isWaiting(summary)
  // Without cards all numbers are zero, so the first steps stand above them.
  const isEmpty = summary.offices.length === 0 && steps !== null
  const stepList = steps && <StepList steps={steps} isPrimary={!mayReview} />
  return (
    <div className="stack">
      {mayReview && <StartReview />}
      {isEmpty && stepList}
      {(!isEmpty || mayReview) && <Tiles summary={summary} />}
      <div className="home">
        {mayReview && <NextItems />}
        {hasChanges(summary) && <Week days={summary.days} />}
        {summary.offices.length > 1 && <Offices offices={summary.offices} />}
      </div>
      {!isEmpty && stepList}
    </div>
  )
}

/** 工作台: what there is to do, and where it leads. */
export const Home = () => <Loaded query={useSummary()}>{summary => <Desk summary={summary} />}</Loaded>
