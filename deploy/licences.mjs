// Lists every package that this release is made of, with its licence: `npm run -s licences`. Those that only build or test it
// are marked; the client's are among them, since the build puts them into its own files.
import { readFileSync } from 'node:fs'

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
const rows = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, { version, license = 'unknown', dev }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return `${name} ${version}\t${license}${dev ? '\tbuild, client or test' : ''}`
  })
process.stdout.write(`${[...new Set(rows)].toSorted().join('\n')}\n`)
