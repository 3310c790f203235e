import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

import { cards } from '../../../resources/cards/index.ts'
import { filteredListPath } from '../../../resources/kit/filteredListPath.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { transfers } from '../../../resources/lawyers/transfers.ts'
import { sufficientCompleteness, reviewKinds, reviews } from '../../../resources/reviews.ts'
import { waitingOfKind } from '../../review/waitingOfKind.ts'
import { waitingTimeText } from '../../fields/dates/waitingTime.ts'
import { useRights } from '../../session/useRights.ts'
import { averageCompleteness } from './completeness.ts'
import type { Summary } from './summary.ts'
import { NothingToDo, Tile } from './Tile.tsx'

const desk = reviews.pages['desk']!
const requestsView = transfers.views.list!

/** Kinds of items that wait for review, with the addresses of their queues. */
const useWaitingKinds = (waiting: Summary['waiting']) => {
  const translate = useTranslate()
  const { can, mayOpen } = useRights()
  const { transfer } = waiting
  const toRequests = filteredListPath(transfers, { status: 0 })
  return [
    ...reviewKinds.map(([kind, label]) => ({
      ...waitingOfKind(waiting, kind),
      label: translate(label),
      path: `${desk.path}?kind=${kind}`,
      overduePath: `${desk.path}?kind=${kind}&overdue=1`,
    })),
    ...(transfer && can(transfers, 'agree') && mayOpen(requestsView)
      ? [{ ...transfer, label: translate(transfers.label), path: toRequests, overduePath: toRequests }]
      : []),
  ].filter(({ all }) => all > 0)
}

type WaitingProps = Pick<Summary, 'waiting' | 'trend'>

const WaitingTile = ({ waiting, trend }: WaitingProps) => {
  const translate = useTranslate()
  const kinds = useWaitingKinds(waiting)
  const [oldest] = kinds.flatMap(it => it.oldest ?? []).toSorted()
  const trendTexts = [
    trend && trend.arrived > 0 && translate('24小时内新提交%{count}项', { count: trend.arrived }),
    oldest && translate('最早%{waited}前提交', { waited: waitingTimeText(oldest, translate) }),
  ].filter(Boolean)
  return (
    <Tile
      label={translate('待审核')}
      value={String(kinds.reduce((sum, { all }) => sum + all, 0))}
      trend={trendTexts.join(translate('，'))}
    >
      {kinds.length === 0 && <NothingToDo />}
      {kinds.map(({ label, all, path }) => (
        <Link key={path} to={path}>
          {label} {all}
        </Link>
      ))}
    </Tile>
  )
}

const OverdueTile = ({ waiting, trend }: WaitingProps) => {
  const translate = useTranslate()
  const kinds = useWaitingKinds(waiting).filter(({ overdue }) => overdue > 0)
  const count = kinds.reduce((sum, { overdue }) => sum + overdue, 0)
  return (
    <Tile
      label={translate('已超时')}
      value={String(count)}
      isBad={count > 0}
      trend={
        trend && trend.soon > 0 ? translate('24小时内还有%{count}项将超时', { count: trend.soon }) : null
      }
    >
      {kinds.length === 0 && <NothingToDo />}
      {kinds.map(({ label, overdue, overduePath }) => (
        <Link key={overduePath} to={overduePath}>
          {label} {overdue}
        </Link>
      ))}
    </Tile>
  )
}

const DueTile = ({ due }: { due: NonNullable<Summary['due']> }) => {
  const translate = useTranslate()
  const rows = (
    [
      ['licence', translate('未登记执业证号'), due.licence],
      [
        'assessment',
        translate('未登记%{assessYear}年度考核', { assessYear: due.assessYear }),
        due.assessment,
      ],
    ] as const
  ).filter(([, , count]) => count > 0)
  return (
    <Tile
      label={translate('需补登')}
      value={String(rows.reduce((sum, [, , count]) => sum + count, 0))}
      trend={due.joined ? translate('近7天新增%{count}人', { count: due.joined }) : null}
    >
      {rows.length === 0 && <NothingToDo />}
      {rows.map(([missing, label, count]) => (
        <Link key={missing} to={filteredListPath(lawyers, { missing })}>
          {label} {count}
        </Link>
      ))}
    </Tile>
  )
}

const CompletenessTile = ({ offices }: { offices: Summary['offices'] }) => {
  const translate = useTranslate()
  const { average, incomplete, changed } = averageCompleteness(offices)
  return (
    <Tile
      label={translate('名片完整度')}
      value={`${average}%`}
      trend={changed > 0 ? translate('近7天更新%{count}张', { count: changed }) : null}
    >
      {incomplete > 0 ? (
        <Link to={filteredListPath(cards, { completenessMax: sufficientCompleteness - 1 })}>
          {translate('低于%{completeEnough}% %{incomplete}', {
            completeEnough: sufficientCompleteness,
            incomplete,
          })}
        </Link>
      ) : (
        <NothingToDo />
      )}
    </Tile>
  )
}

/** Tiles with the numbers of the day; each links to the records that it counts. */
export const DashboardTiles = ({ summary }: { summary: Summary }) => {
  const { mayOpen } = useRights()
  const { waiting, trend, due, offices } = summary
  const isReviewer = mayOpen(desk)
  return (
    <div className="home-tiles">
      {isReviewer && <WaitingTile waiting={waiting} trend={trend} />}
      {isReviewer && <OverdueTile waiting={waiting} trend={trend} />}
      {due && <DueTile due={due} />}
      {offices.length > 0 && <CompletenessTile offices={offices} />}
    </div>
  )
}
