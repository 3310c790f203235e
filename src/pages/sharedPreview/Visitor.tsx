import { QueryClientProvider } from '@tanstack/react-query'
import {
  DataProviderContext,
  type GetManyParams,
  type RaRecord,
  ResourceDefinitionContextProvider,
  type ResourceDefinitions,
} from 'ra-core'
import { type ReactNode, useMemo } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { z } from 'zod'

import { titleOf } from '../../../providers/choices.ts'
import { newQueryClient } from '../../../providers/queryClient.ts'
import { isPlainObject } from '../../../resources/kit/index.ts'
import { entities } from '../../../resources/entities.ts'
import { defaultLocale } from '../../../resources/locales/locales.ts'
import type { SharedPreview } from '../../../resources/sharedPreview.ts'
import { SessionContext, type ShellSession } from '../../session/sessionContext.ts'
import { callKey } from '../../session/useCall.ts'

/** Records are named as react-admin's components name them in the application. */
const definitions: ResourceDefinitions = Object.fromEntries(
  entities.map(it => [
    it.name,
    { name: it.name, recordRepresentation: (record: object) => titleOf(it, record, defaultLocale) },
  ]),
)

const notOffered = () => Promise.reject(new Error('A visitor reads nothing but names'))

/** Answers the names that the preview came with, and nothing else. */
const namesProvider = (names: SharedPreview['names']) => ({
  getMany: async <R extends RaRecord>(resource: string, { ids }: GetManyParams) => ({
    // The caller names the type of the records.
    data: z
      .array(z.custom<R>(isPlainObject))
      .parse((names[resource] ?? []).filter(({ id }) => ids.includes(id))),
  }),
  getList: notOffered,
  getOne: notOffered,
  getManyReference: notOffered,
  create: notOffered,
  update: notOffered,
  updateMany: notOffered,
  delete: notOffered,
  deleteMany: notOffered,
})

/** A client for which the fields of practice that came with the preview are all there are, since their calls need an account. */
const clientWith = (names: SharedPreview['names']) => {
  const client = newQueryClient()
  const known = [
    [callKey('officialProfessions.list', {}), names['officialProfessions']],
    [callKey('professions.wxList', {}), names['professions']],
  ] as const
  for (const [queryKey, professions = []] of known) {
    client.setQueryDefaults(queryKey, { staleTime: Infinity, gcTime: Infinity })
    client.setQueryData(queryKey, professions)
  }
  return client
}

type Props = { session: ShellSession; names: SharedPreview['names']; children: ReactNode }

/**
 * The contexts of the application that the phone's preview reads, for somebody without an account. The address is not the
 * application's, so the router is a separate one.
 */
export const Visitor = ({ session, names, children }: Props) => {
  const client = useMemo(() => clientWith(names), [names])
  const dataProvider = useMemo(() => namesProvider(names), [names])
  return (
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <DataProviderContext value={dataProvider}>
          <ResourceDefinitionContextProvider definitions={definitions}>
            <SessionContext value={session}>{children}</SessionContext>
          </ResourceDefinitionContextProvider>
        </DataProviderContext>
      </QueryClientProvider>
    </MemoryRouter>
  )
}
