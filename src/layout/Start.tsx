import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'

import { writeHolder } from '../../providers/access.ts'
import { early } from '../../providers/early.ts'
import { CallError, sentenceOf } from '../../providers/envelope.ts'
import { send } from '../../providers/request.ts'
import { writeUser } from '../../providers/session.ts'
import type { Route } from '../../resources/kit/index.ts'
import type { Self } from '../../resources/session.ts'
import type { AppConfiguration } from '../../resources/settings/app.ts'
import { confKey, selfKey, ShellContext, shellOf } from './shell.ts'
import { Spinner } from './Spinner.tsx'
import { StatePage } from './StatePage.tsx'

/** The answers that `main.ts` asked for before this code arrived. */
export type Early = { conf: Promise<unknown>; self: Promise<unknown> }

/** Takes the early answer once; from then on the call is made. */
const onceEarly = (answer: Promise<unknown>, again: () => Promise<unknown>) => {
  let isTaken = false
  return () => {
    if (isTaken) return again()
    isTaken = true
    return answer
  }
}

export const startQueries = ({ conf, self }: Early) => ({
  conf: {
    queryKey: confKey,
    queryFn: onceEarly(conf, () => send(early.appConf)) as () => Promise<AppConfiguration>,
  },
  self: { queryKey: selfKey, queryFn: onceEarly(self, () => send(early.self)) as () => Promise<Self> },
})

type Props = { queries: ReturnType<typeof startQueries>; routes: readonly Route[]; children: ReactNode }

/** Shows nothing of the product until it is known what the firm has switched on, and who looks at it. */
export const Start = ({ queries, routes, children }: Props) => {
  const conf = useQuery(queries.conf)
  const self = useQuery(queries.self)
  const shell = useMemo(() => {
    if (!conf.data || !self.data) return null
    writeHolder(self.data)
    writeUser(self.data)
    return shellOf(conf.data, self.data, routes)
  }, [conf.data, self.data, routes])

  if (shell) return <ShellContext value={shell}>{children}</ShellContext>
  const failed = [conf, self].filter(it => it.isError)
  if (failed.length === 0) return <Spinner />
  const error = failed[0]?.error
  const retry = () => failed.forEach(it => void it.refetch())
  return (
    <StatePage
      isWholePage
      title="暂时无法进入"
      text={sentenceOf(error)}
      detail={error instanceof CallError && error.requestId && `请求编号 ${error.requestId}`}
      actions={
        <Button variant="contained" onClick={retry}>
          重试
        </Button>
      }
    />
  )
}
