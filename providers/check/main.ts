import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'

import { resources } from '../../resources/index.ts'
import { CallError } from '../envelope.ts'
import { additionCount, checkReads, type CheckedCall, missingMainCalls } from './check.ts'
import { checkLists } from './lists.ts'
import { checkRefusals } from './refusals.ts'
import { openCheckSession, type CheckStep } from './session.ts'
import { populationOf } from './wire.ts'
import { checkWrites } from './write.ts'

const usage = `npm run check-backend -- <地址> <账号> [--write]
密码取自环境变量 CHECK_PASSWORD，没有时询问。只读取，不写入；--write 会在测试系统上新增、修改并删除自己的记录。`

const print = (line = '') => process.stdout.write(`${line}\n`)

const askPassword = async () => {
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  const answer = reader.question('密码：')
  // The typed password is not echoed.
  Object.assign(reader, { _writeToOutput: () => {} })
  const password = await answer
  reader.close()
  return password
}

const words = {
  served: (it: CheckedCall) =>
    it.result === 'served' && it.differs.length > 0 ? `不同：${it.differs.join('、')}` : '一致',
  missing: () => '未提供',
  untried: () => '未试：没有可以查询的记录',
  refused: (it: CheckedCall) => (it.result === 'refused' ? `被拒绝：${it.why}` : ''),
} as const

const outcomes: Record<CheckStep['result'], (step: CheckStep) => string> = {
  done: () => '成功',
  failed: ({ why }) => `失败：${why}`,
  skipped: ({ why }) => `未试：${why}`,
}

const labelOf = (name: string) => {
  const [group, call] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.') + 1)]
  return `${resources.find(it => it.name === group)?.label ?? group} ${call}`
}

const report = (findings: readonly CheckedCall[]) => {
  for (const it of findings.filter(({ isAddition }) => !isAddition))
    print(`${it.row}  ${words[it.result](it)}`)
  const absent = findings.filter(it => it.isAddition && it.result === 'missing')
  print()
  print(`规范之外的接口共 ${additionCount} 个；下列没有提供，相应的功能不会出现，或由规范内的接口代替：`)
  for (const it of absent) print(`${it.row}  ${labelOf(it.name)}`)
}

const printSteps = (steps: readonly CheckStep[]) => {
  for (const it of steps) print(`${it.name}  ${outcomes[it.result](it)}`)
}

const run = async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean' } },
  })
  const [url, account] = positionals
  if (!url || !account || !URL.canParse(url)) throw new Error(usage)
  const password = process.env['CHECK_PASSWORD'] ?? (await askPassword())
  const person = { account, password, population: populationOf(account) }
  const session = await openCheckSession(url, person)
  const findings = await checkReads(session)
  report(findings)
  print()
  print('列表的分页、筛选和排序，以及应当被拒绝的接口：')
  printSteps([...(await checkLists(session)), ...(await checkRefusals(session))])
  const steps = values.write ? await checkWrites(session) : []
  if (steps.length > 0) print()
  printSteps(steps)
  const missing = missingMainCalls(findings)
  print()
  print(
    missing.length === 0
      ? '主要页面可以使用。'
      : `主要页面不能使用，缺少：${missing.map(it => it.row).join('、')}`,
  )
  if (missing.length > 0 || steps.some(it => it.result === 'failed')) process.exitCode = 1
}

run().catch((error: unknown) => {
  const why =
    error instanceof CallError
      ? `${error.code} ${error.message}`
      : String(error instanceof Error ? error.message : error)
  process.stderr.write(`${why}\n`)
  process.exitCode = 1
})
