import { BarChart } from '@mui/x-charts/BarChart'
import { useTranslate } from 'ra-core'

import type { Summary } from './summary.ts'
import { weekSeries } from './series.ts'

/** CSS variables, which follow the theme. */
const colours = { people: 'var(--brand)', cards: 'var(--accent)', articles: 'var(--good)' }

/** Range of the axis if all numbers are zero; otherwise it would have fractional ticks. */
const emptyRange = { min: 0, max: 1 }

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
          // Shows all seven labels; the automatic interval is measured before the page's fonts are loaded.
          tickLabelInterval: () => true,
        },
      ]}
      yAxis={[
        {
          width: 32,
          tickMinStep: 1,
          ...(days.every(day => weekSeries.every(([name]) => day[name] === 0)) && emptyRange),
        },
      ]}
      series={weekSeries.map(([dataKey, label]) => ({
        dataKey,
        label: translate(label),
        stack: 'all',
        color: colours[dataKey],
      }))}
      // The label of the highest tick needs this margin.
      margin={{ left: 0, right: 8, top: 16, bottom: 4 }}
    />
  )
}
