import { useCallAddition } from '../../../providers/useCall.ts'
import { useAddition } from '../../shell/sessionContext.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { Due } from './Due.tsx'
import { Offices } from './Offices.tsx'
import { Waiting } from './Waiting.tsx'
import { Week } from './Week.tsx'

import './home.css'

const useSummary = () => {
  const asking = useAddition('reviews.summary')
  return useCallAddition(asking, {}, { staleTime: 0 })
}

/** 工作台: what there is to do, and where it leads. */
export const Home = () => (
  <Loaded query={useSummary()}>
    {summary => (
      <div className="home">
        <Waiting waiting={summary.waiting} />
        {summary.due && <Due due={summary.due} />}
        {summary.days.length > 0 && <Week days={summary.days} />}
        {summary.offices.length > 0 && <Offices offices={summary.offices} />}
      </div>
    )}
  </Loaded>
)
