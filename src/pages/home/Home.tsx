import { useTranslate } from 'ra-core'

import { reviewKinds, reviews } from '../../../resources/reviews.ts'
import { waitingOfKind } from '../../review/waitingOfKind.ts'
import { firm } from '../../../resources/settings/firm.ts'
import { CardVisits } from '../../card/visits/CardVisits.tsx'
import { StepList } from '../../settings/firstSteps/StepList.tsx'
import { firstSteps, useFirstSteps } from '../../settings/firstSteps/useFirstSteps.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { PageActions } from '../../layout/pageSlots.tsx'
import { useCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { NextItems } from './NextItems.tsx'
import { OfficeCompleteness } from './OfficeCompleteness.tsx'
import { weekSeries } from './series.ts'
import type { Summary } from './summary.ts'
import { DashboardTiles } from './DashboardTiles.tsx'
import { WeekSection } from './WeekSection.tsx'

import './home.css'

const desk = reviews.pages['desk']!

const useSummary = () => useCall('reviews.summary', {}, { staleTime: 0 })

/** The first steps if some are not done; null for users who do not set up the firm. */
const useOpenSteps = () => {
  const translate = useTranslate()
  const { can } = useRights()
  const { data } = useFirstSteps({ isEnabled: can(firm, 'checklist') })
  if (!data) return null
  const steps = firstSteps(data, translate)
  return steps.every(step => step.isDone) ? null : steps
}

const isWaiting = ({ waiting }: Summary) => reviewKinds.some(([kind]) => waitingOfKind(waiting, kind).all > 0)
const hasChanges = ({ days }: Summary) => days.some(day => weekSeries.some(([name]) => day[name] > 0))

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

const Dashboard = ({ summary }: { summary: Summary }) => {
  const steps = useOpenSteps()
  const { mayOpen } = useRights()
  const mayReview = mayOpen(desk) && isWaiting(summary)
  // In a new firm all numbers are zero, so that the first steps come first.
  const isEmpty = summary.offices.length === 0 && steps !== null
  const stepList = steps && <StepList steps={steps} isPrimary={!mayReview} />
  return (
    <div className="stack">
      {mayReview && <StartReview />}
      {isEmpty && stepList}
      {(!isEmpty || mayReview) && <DashboardTiles summary={summary} />}
      <div className="home">
        {mayReview && <NextItems />}
        {hasChanges(summary) && <WeekSection days={summary.days} />}
        {!isEmpty && <CardVisits />}
        {summary.offices.length > 1 && <OfficeCompleteness offices={summary.offices} />}
      </div>
      {!isEmpty && stepList}
    </div>
  )
}

/** Page 工作台: pending work and numbers, with links to the records. */
export const Home = () => <Loaded query={useSummary()}>{summary => <Dashboard summary={summary} />}</Loaded>
