// The comparison of a directory of 20,000 people with a firm of 20,000 of whom 19,900 are linked: 2,000 have changed, 300 are new
// and 200 gone. Prints time and memory of the comparison, of the calls of its page, of applying everything and of undoing it:
// `npm run bench -- directory`. With `first` nobody is linked yet, so that everybody is a match.
import { boundCall } from '../support/asking.ts'
import { requestFor } from '../support/app.ts'
import { directoryAppId, directorySecret, type Member, startDirectories } from '../support/directories.ts'
import { until } from '../support/process.ts'
import { forgetPeak, inFirm, memoryOf, peakOf, print, startLoaded } from './load.ts'

const isFirst = process.argv[2] === 'first'
const [everybody, linked, changed, added, gone] = [20_000, 19_900, 2_000, 300, 200]
const teams = 20
/** Rows of one request, as the page sends them. */
const portion = 100

type Person = { id: string; name: string; mobile: string; email: string; employee_no: string; office: string }

const prepare = [
  `update lawyers set email = 'p' || id || '@example.com', employee_no = 'N' || id, team = '第' || id % ${teams} || '部'
    where firm_id = 1 and code_key like 'b%'`,
  ...(isFirst
    ? []
    : [
        `insert into directory_people (firm_id, source, external_id, lawyer_id, given, created_at, updated_at)
    select 1, 'dingtalk', 'd' || id, id, jsonb_build_object('name', name, 'mobile', mobile, 'email', email,
      'organizationId', organization_id::text, 'team', team, 'employeeNo', employee_no), now(), now()
    from lawyers where firm_id = 1 and code_key like 'b%' order by id limit ${linked}`,
      ]),
  'vacuum analyze',
]

const officeDepartment = (office: string) => 10 + Number(office)
const teamDepartment = (office: string, team: number) => 1_000 * Number(office) + team

const departmentsOf = (offices: readonly string[]) => [
  { id: 1, name: '律师事务所', parent: 0 },
  ...offices.flatMap(office => [
    { id: officeDepartment(office), name: `律所${office}`, parent: 1 },
    ...Array.from({ length: teams }, (_, team) => ({
      id: teamDepartment(office, team),
      name: `第${team}部`,
      parent: officeDepartment(office),
    })),
  ]),
]

/** One of five changes: another team, name, mobile, mail or office. */
const changeOf = (member: Member, person: Person, at: number, offices: readonly string[]): Member => {
  const team = Number(person.id) % teams
  const other = offices[(offices.indexOf(person.office) + 1) % offices.length]!
  return [
    { ...member, department: teamDepartment(person.office, (team + 1) % teams) },
    { ...member, name: `${person.name}改` },
    { ...member, mobile: String(15_500_000_000 + at) },
    { ...member, email: `new${person.id}@example.com` },
    { ...member, department: teamDepartment(other, team) },
  ][at % 5]!
}

const membersOf = (people: readonly Person[], offices: readonly string[]): Member[] => [
  ...people.slice(0, linked - gone).map((person, at) => {
    const { id, name, mobile, email, employee_no: employeeNo, office } = person
    const department = teamDepartment(office, Number(id) % teams)
    const member = { id: `d${id}`, name, mobile, email, employeeNo, department }
    return at < changed ? changeOf(member, person, at, offices) : member
  }),
  ...Array.from({ length: added }, (_, at) => ({
    id: `new${at}`,
    name: '新成员',
    mobile: String(15_600_000_000 + at),
    email: `new${at}@example.com`,
    employeeNo: `NEW${at}`,
    department: teamDepartment(offices[0]!, at % teams),
  })),
]

const directories = await startDirectories()
const { endpoint, oapi } = directories.endpoints.dingtalk
const product = await startLoaded(prepare, false, {
  DINGTALK_ENDPOINT: endpoint,
  DINGTALK_OAPI_ENDPOINT: oapi,
})
const { pid, port, token, url, app } = product

type Answer = { data: Record<string, unknown>; ms: number; bytes: number }
const call = async (name: string, input: object = {}, as = token): Promise<Answer> => {
  const { address, method, body } = requestFor(boundCall(name).call, { ...input })
  const start = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/api${address}`, {
    method,
    headers: { Token: as, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const ms = performance.now() - start
  const { code, message, data } = JSON.parse(text) as { code: string; message: string; data: Answer['data'] }
  if (code !== '200') throw new Error(`${name}: ${message}`)
  return { data, ms, bytes: Buffer.byteLength(text) }
}
const figure = ({ ms, bytes }: Answer) => `${ms.toFixed(0)} ms, ${(bytes / 1_000).toFixed(0)} kB`

/** Runs a step and prints its time with the most memory that the process used. */
const measured = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
  forgetPeak(pid)
  const before = memoryOf(pid)
  const start = performance.now()
  const result = await run()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  print(`${what}: ${seconds} s, ${before.toFixed(0)} MB before and ${peakOf(pid).toFixed(0)} MB at most`)
  return result
}

type Comparison = {
  id: number
  state: number
  version: number
  reason: string | null
  batchId: number | null
  counts: Record<string, number>
  rows: { index: number; isOffered: 0 | 1; differences: { field: string; isKept: 0 | 1 }[] }[]
}
const read = async () => {
  const answer = await call('lawyers.directory')
  return { answer, comparison: answer.data['comparison'] as Comparison | null }
}

/** Applies the listed rows until none is left, as the page does. */
const applyAll = async () => {
  const times: number[] = []
  let applied = 0
  for (;;) {
    const { comparison } = await read()
    let { version } = comparison!
    const offered = comparison!.rows.filter(it => it.isOffered === 1)
    if (offered.length === 0) return { applied, times }
    for (let start = 0; start < offered.length; start += portion) {
      const chosen = offered
        .slice(start, start + portion)
        .map(({ index, differences }) => ({ index, fields: differences.map(it => it.field) }))
      const { data, ms } = await call('lawyers.applyDirectory', { id: comparison!.id, version, chosen })
      version = Number(data['version'])
      applied += Number(data['applied'])
      const failed = data['failed'] as { name: string; reason: string }[]
      if (failed.length > 0) throw new Error(`${failed[0]!.name}: ${failed[0]!.reason}`)
      times.push(ms)
    }
  }
}

try {
  const people = await inFirm<Person>(url, [
    `select id, name, mobile, email, employee_no, organization_id as office from lawyers
      where firm_id = 1 and code_key like 'b%' order by id limit ${everybody}`,
  ])
  const offices = [...new Set(people.map(it => it.office))].toSorted()
  directories.state.departments = departmentsOf(offices)
  directories.state.members = membersOf(people, offices)
  const system = (await app.as('system')).token
  const { data: config } = await call('system.config', {}, system)
  const directory = {
    provider: 'dingtalk',
    appId: directoryAppId,
    secret: directorySecret,
    offices: offices.map(it => ({ department: String(officeDepartment(it)), organizationId: Number(it) })),
  }
  await call('system.updateConfig', { directory, version: config['version'] }, system)
  const comparison = await measured('comparison', async () => {
    await call('lawyers.compareDirectory')
    return until(async () => {
      const { comparison: now } = await read()
      return now?.state === 1 ? false : now!
    })
  })
  if (comparison.state !== 2) throw new Error(comparison.reason ?? '')
  print(`rows: ${JSON.stringify(comparison.counts)}`)
  await read()
  print(`page of the comparison: ${figure((await read()).answer)}`)
  const { applied, times } = await measured('applying everything', applyAll)
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]!
  print(
    `${applied} rows in ${times.length} portions: ${median.toFixed(0)} ms, at most ${sorted.at(-1)!.toFixed(0)} ms`,
  )
  const { batchId } = (await read()).comparison!
  print(`preview of undoing: ${figure(await call('imports.preview', { batchId }))}`)
  await measured('undoing', () => call('imports.undo', { batchId }))
} finally {
  await product.stop()
  await directories.close()
}
