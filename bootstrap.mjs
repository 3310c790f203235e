// Runs on Node 20 with nothing installed: it installs, builds, and hands over to the project's own Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// Promise Q65 (server/promises.md).

const root = dirname(fileURLToPath(import.meta.url))
const inRoot = (...parts) => join(root, ...parts)
const isWindows = process.platform === 'win32'
const node = inRoot('node_modules', '.bin', isWindows ? 'node.cmd' : 'node')

const stop = message => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const readJson = path => JSON.parse(readFileSync(path, 'utf8'))

/** npm writes the second file when an installation is complete, so no marker of our own is needed. */
const isInstalled = () => {
  try {
    const wanted = readJson(inRoot('package-lock.json')).packages
    const found = readJson(inRoot('node_modules', '.package-lock.json')).packages
    return Object.entries(wanted).every(
      ([path, it]) => path === '' || it.optional || it.devOptional || found[path]?.version === it.version,
    )
  } catch {
    return false
  }
}

const run = (command, args, options = {}) => {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) stop(`${command}: ${error.message}`)
  if (status !== 0) process.exit(status ?? (signal ? 1 : 0))
}

const install = () => {
  if (isInstalled()) return
  process.stderr.write('安装依赖 (installing packages)…\n')
  // Without a shell on Windows, npm can only be started through its script.
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  // On standard error: a command's own output may be read by another program.
  const options = { stdio: ['ignore', 2, 2] }
  if (npm) run(process.execPath, [npm, ...args], options)
  else run(isWindows ? 'npm.cmd' : 'npm', args, { ...options, shell: isWindows })
}

const checkNode = () => {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', shell: isWindows })
  if (Number(/^v(\d+)/.exec(stdout ?? '')?.[1]) >= 24) return
  stop(
    '项目自带的 Node 24 没有安装好：请运行 npm rebuild node (the packaged Node 24 is missing: run npm rebuild node)',
  )
}

const newest = path => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(found.mtimeMs, ...readdirSync(path).map(name => newest(join(path, name))))
}

/** The folders of extensions, which both builds contain (docs/extend.md); `extend/load/check.ts` refuses wrong ones. */
const extensions = (process.env.EXTENSIONS ?? '')
  .split(',')
  .map(it => resolve(root, it.trim()))
  .filter(it => it !== root && existsSync(it))
  .map(it => realpathSync(it))

/** Says which extensions a build contains; the build writes the same beside its result (`extend/load/vite.ts`). */
const marker =
  extensions.length > 0 ? createHash('sha256').update(extensions.join()).digest('hex') : undefined

const hasExtensions = ({ result }) => {
  const file = join(dirname(inRoot(result)), '.extensions')
  return (existsSync(file) ? readFileSync(file, 'utf8') : undefined) === marker
}

/** What is built: the client for browsers, and the server in a few files, which start in a third of the time. */
const builds = {
  client: {
    says: '构建页面 (building the client)…',
    result: 'dist/index.html',
    sources: ['src', 'resources', 'providers', 'public', 'index.html', 'vite.config.ts', 'vite.plugins.ts'],
    config: 'vite.config.ts',
  },
  server: {
    says: '构建服务端 (building the server)…',
    result: 'dist-server/main.js',
    sources: ['server', 'resources', 'providers', 'vite.server.ts'],
    config: 'vite.server.ts',
  },
}

const buildOne = ({ says, config }) => {
  process.stderr.write(`${says}\n`)
  const vite = [inRoot('node_modules/vite/bin/vite.js'), 'build', '--config', inRoot(config)]
  run(node, [...vite, '--logLevel', 'warn'], { stdio: ['ignore', 2, 2] })
}

const buildWhenOld = one => {
  const built = newest(inRoot(one.result))
  const sources = [...[...one.sources, 'extend', 'package-lock.json'].map(it => inRoot(it)), ...extensions]
  if (built === 0 || !hasExtensions(one) || sources.some(it => newest(it) > built)) buildOne(one)
}

/** Compiling once instead of at each start saves half a second and 40 MB. */
const cache = { NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'node') }

/** Without them a process of the server takes half a second longer to begin. */
const hooks = ['--import', './server/process/moduleHooks.mjs']

/** With extensions, Node finds them as the builds do. */
const extended = process.env.EXTENSIONS ? [...hooks, '--import', './extend/load/hooks.ts'] : hooks

/** A mistake in an extension is told before anything is built, with its file. */
const checkExtensions = () => {
  if (process.env.EXTENSIONS) run(node, [...extended, 'extend/load/check.ts'], { stdio: ['ignore', 2, 2] })
}

/** npm gives a signal to its shell only, and the shell dies of it without a word to us. */
const endWithNpm = end => {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, 200)
  timer.unref()
}

/** Ends with the first of its children, and takes the others along. */
const hand = commands => {
  const children = commands.map(({ args, env }) =>
    spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...cache, ...process.env, ...env } }),
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => children.forEach(child => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)))
  }
  endWithNpm(() => children.forEach(child => child.kill('SIGTERM')))
  let code
  let left = children.length
  for (const child of children) {
    child.on('exit', (status, signal) => {
      code ??= status ?? (signal ? 1 : 0)
      left -= 1
      children.forEach(other => other.kill('SIGTERM'))
      if (left === 0) process.exit(code)
    })
  }
}

const dev = () => {
  const port = Number(process.env.PORT || 8080)
  const host = process.env.HOST || '127.0.0.1'
  const api = process.env.API_TARGET ?? `http://127.0.0.1:${port + 1}`
  const vite = [
    inRoot('node_modules/vite/bin/vite.js'),
    '--host',
    host,
    '--port',
    String(port),
    '--strictPort',
  ]
  const own = {
    HOST: '127.0.0.1',
    PORT: String(port + 1),
    PUBLIC_URL: `http://${host}:${port}/web/`,
    DRAIN_SECONDS: '0',
  }
  const server = { args: ['--watch', ...extended, 'server/main.ts'], env: own }
  const client = { args: vite, env: { API_TARGET: api } }
  hand(process.env.API_TARGET ? [client] : [server, client])
}

/** Commands for developers, which run from the sources and are no part of the server. */
const developerPrograms = new Map([
  ['new', 'extend/new/main.ts'],
  ['explain-change', 'deploy/change/main.ts'],
])

const [task, ...args] = process.argv.slice(2)
const tasks = {
  start: () => {
    checkExtensions()
    buildWhenOld(builds.client)
    buildWhenOld(builds.server)
    // MB, half of Node's own: as many calls a second, and a process that stays smaller (`npm run bench -- endurance`).
    hand([{ args: [...hooks, '--max-semi-space-size=8', '--expose-gc', builds.server.result] }])
  },
  dev: () => {
    checkExtensions()
    dev()
  },
  build: () => {
    checkExtensions()
    Object.values(builds).forEach(buildOne)
  },
  /** A folder for a static host, recorded from a server that runs meanwhile. */
  'build-demo': () => {
    checkExtensions()
    buildWhenOld(builds.server)
    hand([{ args: [...extended, 'deploy/demo/main.ts'] }])
  },
  /** For tests, which start the server in processes of its own. */
  'build-server': () => buildWhenOld(builds.server),
  test: () => hand([{ args: ['tests/run.ts', ...args] }]),
  'check-backend': () => hand([{ args: [...extended, 'providers/check/main.ts', ...args] }]),
  cli: () => {
    const [command = '', ...rest] = args
    const program = developerPrograms.get(command)
    if (program) return hand([{ args: [...hooks, program, ...rest] }])
    buildWhenOld(builds.server)
    hand([{ args: [...hooks, 'dist-server/cli.js', ...args] }])
  },
}
const chosen = tasks[task]
if (!chosen) stop(`node bootstrap.mjs ${Object.keys(tasks).join(' | ')}`)
if (!existsSync(inRoot('package-lock.json'))) stop('package-lock.json is missing')
install()
checkNode()
chosen()
