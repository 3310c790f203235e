import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { proposals } from '../../resources/proposals.ts'
import { proposedTeam } from '../support/examples/people.ts'
import { useServer } from '../support/screen.tsx'
import { setStage } from '../support/stage.ts'

const { app, open } = useServer()

test('the owner of a token sees in the list why a proposal was refused, in Chinese and in English', async () => {
  const stage = await setStage(app(), { office: '总所', admin: 'admin' })
  const { proposalId } = await proposedTeam(stage)
  const { key } = await stage.administrator(2)
  const reviewer = await app().as(key)
  await reviewer.call('proposals.decide', { id: proposalId, result: 0, reason: '不符合本所的写法' })
  const { showLocale } = await open('admin', proposals, '/app/card/proposals')
  await screen.findByText('不符合本所的写法')
  await showLocale('en-US')
  await screen.findByRole('columnheader', { name: 'Reason for rejection' })
  expect(screen.getByText('不符合本所的写法')).toBeTruthy()
})
