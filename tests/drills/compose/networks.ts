import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { compose, run, site, work } from './file.ts'

// Networks: a bridge each; a service has an interface and an address in each of its own.

export const names = Object.keys(compose.services)
const networkNames = Object.keys(compose.networks)
const prefixOf = (network: string) =>
  compose.networks[network]?.ipam?.config[0]?.subnet.replace(/\.0\/24$/, '') ??
  `172.31.${networkNames.indexOf(network)}`
export const addressOf = (name: string, network: string) => `${prefixOf(network)}.${names.indexOf(name) + 10}`
const bridgeOf = (network: string) => `drill-${network}`.slice(0, 15)
export const namespaceOf = (name: string) => `drill-${name}`

const ends: string[] = []
const connect = (name: string, network: string, address: string) => {
  const namespace = namespaceOf(name)
  const end = `v${names.indexOf(name) + 1}x${networkNames.indexOf(network)}`
  ends.push(end)
  run('ip', 'link', 'add', end, 'type', 'veth', 'peer', 'name', `p${end}`, 'netns', namespace)
  run('ip', 'link', 'set', end, 'master', bridgeOf(network), 'up')
  run('ip', '-n', namespace, 'addr', 'add', `${address}/24`, 'dev', `p${end}`)
  run('ip', '-n', namespace, 'link', 'set', `p${end}`, 'up')
}

export const makeNetworks = () => {
  for (const network of networkNames) {
    run('ip', 'link', 'add', bridgeOf(network), 'type', 'bridge')
    run('ip', 'link', 'set', bridgeOf(network), 'up')
  }
  for (const name of [...names, 'visitor']) {
    run('ip', 'netns', 'add', namespaceOf(name))
    run('ip', '-n', namespaceOf(name), 'link', 'set', 'lo', 'up')
  }
  for (const [name, { networks }] of Object.entries(compose.services))
    for (const network of networks) connect(name, network, addressOf(name, network))
  connect('visitor', 'proxied', `${prefixOf('proxied')}.200`)
}

/** The names that a service can resolve: those of the services in its networks. */
export const hostsFor = (networks: readonly string[]) => {
  const lines = Object.entries(compose.services).flatMap(([name, { networks: theirs }]) =>
    theirs.filter(it => networks.includes(it)).map(network => `${addressOf(name, network)} ${name}`),
  )
  const file = join(work, `hosts-${networks.join('-')}`)
  writeFileSync(
    file,
    ['127.0.0.1 localhost', `${addressOf('proxy', 'proxied')} ${site}`, ...lines, ''].join('\n'),
  )
  return file
}

/** Removes the networks, with the namespaces of what runs in them. */
export const removeNetworks = () => {
  for (const end of ends) spawnSync('ip', ['link', 'del', end])
  for (const name of [...names, 'visitor']) spawnSync('ip', ['netns', 'del', namespaceOf(name)])
  for (const network of networkNames) spawnSync('ip', ['link', 'del', bridgeOf(network)])
}
