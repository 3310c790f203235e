import { servedCalls } from '../../../server/routes/served.ts'
import { resourceOf } from '../asking.ts'
import { articleMakers } from './articles.ts'
import { cardMakers } from './cards.ts'
import type { Maker, Makers } from './example.ts'
import { firmMakers } from './firm.ts'
import { peopleMakers } from './people.ts'
import { exportMakers, importMakers, plainMakers } from './plain.ts'
import { sessionMakers } from './session.ts'
import { settingMakers } from './settings.ts'

const written: Makers = {
  ...sessionMakers,
  ...firmMakers,
  ...peopleMakers,
  ...cardMakers,
  ...articleMakers,
}

/** The examples of a call by their title; those of a plain entity are derived from its declaration. */
export const makersOf = (name: string): Readonly<Record<string, Maker>> => {
  const own = written[name]
  if (typeof own === 'function') return { '': own }
  if (own) return own
  const resource = resourceOf(name)
  const call = servedCalls.find(it => it.name === name)?.call
  if (!resource || !call) return {}
  if (resource.isSetting) return call.writes ? settingMakers(resource) : {}
  if (resource.exports?.call === call) return exportMakers(resource)
  if (resource.imports?.call === call) return importMakers(resource)
  return plainMakers(resource, call)
}

/** Every call that writes. */
export const writingCalls = servedCalls.filter(it => it.call.writes)

/** Every example of every call that writes, with its title, the call's name and its maker. */
export const examples = writingCalls.flatMap(({ name, call }) =>
  Object.entries(makersOf(name)).map(([variant, make]) => ({
    title: variant ? `${name} (${variant})` : name,
    name,
    call,
    make,
  })),
)
