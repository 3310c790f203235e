import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { z } from 'zod'

import { deploy, folder, project, run, say, site, volumes, work } from './compose/file.ts'
import { addressOf, makeNetworks, namespaceOf, removeNetworks } from './compose/networks.ts'
import {
  isHealthy,
  isOldPooler,
  poolerVersion,
  processOf,
  runOnce,
  start,
  started,
  startInOrder,
  stop,
} from './compose/services.ts'

// Starts the services of deploy/compose.yaml by hand, where no engine of containers runs: in the order of the file, each in
// namespaces of its own with a read-only root, its user and its capabilities, on networks with the names of the file, with its
// secrets, volumes, environment, command and health check. Then it makes the firm, signs in through the proxy by TLS, stores a file,
// backs up, replaces one server under load, and stops everything. As root on Debian, from the project's folder:
//   apt-get install --no-install-recommends caddy awscli pgbouncer postgresql iproute2
//   node_modules/.bin/node tests/drills/compose.ts
// What differs from the file is printed: Debian's programs are older than the images, and s3rver is the store.

// What a visitor does, through the proxy and by TLS.

const certificate = join(volumes, 'caddy/caddy/pki/authorities/local/root.crt')
const curl = (path: string, ...args: string[]) => {
  const { stdout, status } = spawnSync(
    'ip',
    [
      'netns',
      'exec',
      namespaceOf('visitor'),
      'curl',
      '-sS',
      '--max-time',
      '20',
      '--cacert',
      certificate,
    ].concat([
      '--resolve',
      `${site}:443:${addressOf('proxy', 'proxied')}`,
      `https://${site}${path}`,
      ...args,
    ]),
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`${path}: curl ended with ${status}`)
  return stdout
}
const answer = z.object({ code: z.string(), data: z.unknown(), message: z.string().optional() })
const call = (path: string, ...args: string[]) => {
  const { code, data, message } = answer.parse(JSON.parse(curl(`/api${path}`, ...args)))
  if (code !== '200') throw new Error(`${path}: ${code} ${message}`)
  return data
}

const signIn = (password: string) =>
  z
    .object({ token: z.string() })
    .parse(
      call(
        '/auth/firmAccessUserLogin',
        '-d',
        'account=admin&remember=0',
        '--data-urlencode',
        `password=${password}`,
      ),
    ).token

const makeFirm = async () => {
  const made = await runOnce(
    'server1',
    'dist-server/cli.js',
    'create-admin',
    '某某律师事务所',
    'admin',
    '王主任',
    '13800138000',
  )
  const password = /(?:密码|password)[^\n]*?[:：]\s*(\S+)/i.exec(made)?.[1]
  if (!password) throw new Error(`create-admin prints no password: ${made}`)
  if (!curl('/web/').includes('<div id="root"')) throw new Error('the page is not served')
  const token = signIn(password)
  // The first password only lets its owner choose another one.
  const json = JSON.stringify({ oldPassword: password, newPassword: `${password}-drill` })
  const change = ['-X', 'PUT', '-H', 'content-type: application/json', '-d', json]
  call('/auth/password', '-H', `token: ${token}`, ...change)
  say('the firm is made, and its administrator signed in through the proxy by TLS')
  return signIn(`${password}-drill`)
}

const signedUpload = z.object({
  key: z.string(),
  policy: z.string(),
  signature: z.string(),
  accessid: z.string(),
})

/** Stores a picture, which passes a server to the bucket, and reads it again through the proxy. */
const storePicture = (token: string) => {
  const picture = join(project, 'docs/pictures/code.webp')
  const asked = `scene=article&filename=code.webp&size=${statSync(picture).size}&mime=image/webp`
  const { accessid, ...signed } = signedUpload.parse(call(`/auth/ossSign?${asked}`, '-H', `token: ${token}`))
  const parts = { ...signed, OSSAccessKeyId: accessid, success_action_status: '200', file: `@${picture}` }
  const { url } = z
    .object({ url: z.string() })
    .parse(call('/upload', ...Object.entries(parts).flatMap(([name, value]) => ['-F', `${name}=${value}`])))
  curl(url, '--fail', '-o', join(work, 'picture'))
  const inBucket = readdirSync(join(volumes, 'store/uploads'), { recursive: true }).length
  say(
    `a picture is stored and served: ${statSync(join(work, 'picture')).size} bytes, ${inBucket} entries in the bucket`,
  )
}

/** Replaces a server under reading visitors; throws if one of them was refused. */
const replaceUnderLoad = async (name: string) => {
  let isOver = false
  let count = 0
  const read = async () => {
    while (!isOver) {
      curl('/health/ready')
      count += 1
      await delay(10)
    }
  }
  const reading = read()
  await stop(name)
  start(name)
  await isHealthy(name)
  isOver = true
  await reading
  say(`${name} was replaced under ${count} requests, of which none failed`)
}

const clean = () => {
  for (const [name, { process: child }] of started) {
    const pid = child.exitCode === null && processOf(name)
    if (pid) process.kill(Number(pid), 'SIGKILL')
  }
  removeNetworks()
  folder.remove()
}

const prepare = () => {
  cpSync(join(project, 'deploy'), deploy, { recursive: true, filter: path => !path.endsWith('/secrets') })
  run('sh', join(deploy, 'secrets.sh'))
  chmodSync(work, 0o755)
  const write = (name: string, text: string) => writeFileSync(join(deploy, name), text)
  // The store of the drill has one key of its own.
  for (const name of ['bucket_key_id', 'bucket_secret']) write(`secrets/${name}`, 'S3RVER')
  write(
    'secrets/store-client.env',
    'AWS_ACCESS_KEY_ID=S3RVER\nAWS_SECRET_ACCESS_KEY=S3RVER\nAWS_DEFAULT_REGION=us-east-1\n',
  )
  if (isOldPooler) {
    const ini = readFileSync(join(deploy, 'pgbouncer.ini'), 'utf8')
    write('pgbouncer.ini', ini.replace('max_prepared_statements', ';max_prepared_statements'))
    say(`differs: PgBouncer ${poolerVersion[0]} tracks no prepared statements: PREPARED_STATEMENTS=off`)
  }
  say(
    `differs: Caddy ${run('caddy', 'version').trim()} with a certificate of its own, ${run('/usr/bin/aws', '--version').split(' ')[0]}`,
  )
  say(
    `differs: PostgreSQL ${run('ls', '/usr/lib/postgresql').trim()}, s3rver for versitygw, no limits of memory and processes`,
  )
}

try {
  run(process.execPath, join(project, 'bootstrap.mjs'), 'build')
  prepare()
  makeNetworks()
  await startInOrder()
  const token = await makeFirm()
  storePicture(token)
  say(await runOnce('worker', 'dist-server/cli.js', 'backup', '/data/backups/drill.backup'))
  await replaceUnderLoad('server1')
  call('/auth/self', '-H', `token: ${token}`)
  for (const name of [...started.keys()].toReversed()) await stop(name)
  say('done')
} finally {
  clean()
}
