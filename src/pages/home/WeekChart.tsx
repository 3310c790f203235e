import { BarChart } from '@mui/x-charts/BarChart'
import { useTranslate } from 'ra-core'

import type { Summary } from './summary.ts'
import { series } from './series.ts'

/** The page's own colours, which follow its theme. */
const colours = { people: 'var(--brand)', cards: 'var(--accent)', articles: 'var(--good)' }

/** Of no numbers the axis would be made of parts of one. */
const fromNothing = { min: 0, max: 1 }

export const WeekChart = ({ days }: { days: Summary['days'] }) => {
  const translate = useTranslate()
  return (
    <BarChart
      className="home-chart"
      height={200}
      skipAnimation
      disableKeyboardNavigation
      dataset={days}
      xAxis={[
        {
          dataKey: 'day',
          scaleType: 'band',
          height: 28,
          valueFormatter: (day: string) => day.slice(5),
          // Seven days have room on every screen; it measures otherwise before the page's fonts are there.
          tickLabelInterval: () => true,
        },
      ]}
      yAxis={[
        {
          width: 32,
          tickMinStep: 1,
          ...(days.every(day => series.every(([name]) => day[name] === 0)) && fromNothing),
        },
      ]}
      series={series.map(([dataKey, label]) => ({
        dataKey,
        label: translate(label),
        stack: 'all',
        color: colours[dataKey],
      }))}
      // Above the highest tick its number needs half of its height, else it is left out.
      margin={{ left: 0, right: 8, top: 16, bottom: 4 }}
    />
  )
}
