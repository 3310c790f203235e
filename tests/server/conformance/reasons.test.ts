import { afterAll, beforeAll, expect, test } from 'vitest'

import { demandsOf } from '../../../resources/domain/rights.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Asker, createAsker, isCapability } from '../../support/asking.ts'
import { makersOf } from '../../support/examples/index.ts'
import { snapshotOf } from '../../support/snapshot.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  ask = createAsker(app)
})
afterAll(() => app.close())

const demanding = servedCalls.filter(({ call }) => isCapability(call) && demandsOf(call.who).needsReason)

test.each(demanding.map(({ name, call }) => ({ name, call })))(
  '$name does nothing without a valid reason',
  async ({ name, call }) => {
    const [make] = Object.values(makersOf(name))
    const { input = {}, by = 'admin' } = (await make?.(stage)) ?? {}
    const before = await snapshotOf(app)
    for (const reason of ['', '  ', '好', '长'.repeat(201)])
      expect(await ask(call, by, { ...input, reason })).toMatchObject({
        code: '4220',
        data: { errors: { reason: '请填写原因（2-200字）' } },
      })
    expect(await snapshotOf(app)).toEqual(before)
  },
)
