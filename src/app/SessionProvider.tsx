import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'

import { writeAccess } from '../../providers/access.ts'
import { seedAuthQueries } from '../../providers/authCache.ts'
import { additionsStore, setServedAdditions } from '../../providers/backend/additions.ts'
import { bootstrapCalls } from '../../providers/bootstrapCalls.ts'
import { CallError, errorSentence } from '../../providers/envelope.ts'
import { fetchConf } from '../../providers/publicConf.ts'
import { send } from '../../providers/request.ts'
import { readConf, readSelf } from '../../providers/backend/session.ts'
import { readUser, writeUser } from '../../providers/session.ts'
import type { AnyResource } from '../../resources/kit/index.ts'
import type { Self } from '../../resources/session.ts'
import { routesOf } from '../routing/menuTree.ts'
import { confKey, selfKey, SessionContext, createShellSession } from '../session/sessionContext.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { OfflineState } from '../states/states.tsx'
import { StatePage } from '../states/StatePage.tsx'
import { Button } from '../ui/Button.tsx'

/** Answers to requests that `main.ts` sent before this code was loaded. */
export type BootstrapAnswers = { conf: Promise<unknown>; self: Promise<unknown> }

/** Returns the early answer on the first call; later calls send a request. */
const firstAnswerFrom = (answer: Promise<unknown>, again: () => Promise<unknown>) => {
  let isUsed = false
  return () => {
    if (isUsed) return again()
    isUsed = true
    return answer
  }
}

export const sessionQueries = ({ conf, self }: BootstrapAnswers, onSelf: (self: Self) => void) => {
  const confAnswer = firstAnswerFrom(conf, fetchConf)
  const selfAnswer = firstAnswerFrom(self, () => send(bootstrapCalls.currentUser))
  return {
    conf: {
      queryKey: confKey,
      queryFn: async () => {
        const answer = readConf(await confAnswer())
        setServedAdditions(answer.additions)
        return answer
      },
    },
    self: {
      queryKey: selfKey,
      queryFn: async () => {
        const answer = readSelf(await selfAnswer(), readUser()?.userType)
        onSelf(answer)
        return answer
      },
    },
  }
}

type Props = {
  queries: ReturnType<typeof sessionQueries>
  resources: readonly AnyResource[]
  children: ReactNode
}

/** Loads configuration and user before anything is shown, because both decide what the user may see. */
export const SessionProvider = ({ queries, resources, children }: Props) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const conf = useQuery(queries.conf)
  const self = useQuery(queries.self)
  const additions = useSyncExternalStore(additionsStore.subscribe, additionsStore.read)
  const session = useMemo(() => {
    if (!conf.data || !self.data) return null
    const session = createShellSession(conf.data, self.data, additions, resources.flatMap(routesOf))
    writeAccess(session.access)
    writeUser(self.data)
    seedAuthQueries(client, resources, session.access)
    return session
  }, [client, conf.data, self.data, additions, resources])
  // Rights to single records are cached by react-admin, and have to be checked again.
  useEffect(() => void client.invalidateQueries({ queryKey: ['auth'] }), [client, session])

  if (session) return <SessionContext value={session}>{children}</SessionContext>
  const failed = [conf, self].filter(it => it.isError)
  if (failed.length === 0) return conf.isPaused || self.isPaused ? <OfflineState /> : <Spinner />
  const error = failed[0]?.error
  const retry = () => failed.forEach(it => void it.refetch())
  return (
    <StatePage
      isWholePage
      title={translate('暂时无法进入')}
      text={errorSentence(error, translate)}
      detail={
        error instanceof CallError &&
        error.requestId &&
        translate('请求号 %{requestId}', { requestId: error.requestId })
      }
      actions={
        <Button look="primary" onClick={retry}>
          {translate('重试')}
        </Button>
      }
    />
  )
}
