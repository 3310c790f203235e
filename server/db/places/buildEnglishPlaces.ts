import { writeFileSync } from 'node:fs'

import { allAreas } from './areas.ts'
import { englishPlace } from './englishPlaces.ts'
import exceptions from './englishPlaces.json' with { type: 'json' }

// Generates the English catalogue of places, keyed by Chinese name: node
// server/db/places/buildEnglishPlaces.ts

// Some back-ends answer rows of the official list that are not places; these data omit them, but their names
// need English too.
const names = [...Object.keys(exceptions.whole), ...allAreas.map(it => it.name)]
const texts = Object.fromEntries(
  [...new Set(names)].toSorted().map(name => [name, englishPlace(name)] as const),
)

const target = new URL('../../../resources/locales/en/places.json', import.meta.url)
writeFileSync(target, `${JSON.stringify(texts, null, 2)}\n`)
