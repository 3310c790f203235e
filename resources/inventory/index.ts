import type { entitiesByName } from '../entities.ts'
import { type Fields, inventory, type Inventory } from '../kit/index.ts'
import { conf } from '../settings/app.ts'
import type { firm } from '../settings/firm.ts'
import type { settings } from '../settings/index.ts'
import { contentInventory } from './content.ts'
import { operationInventory } from './operation.ts'
import { peopleInventory } from './people.ts'
import { settingInventory } from './settings.ts'

// The inventory of personal information (个人信息保护法 55, 56). It is beside the declarations and not in them, because
// no page of the browser needs it.

type Declared = typeof entitiesByName & typeof settings & { conf: typeof conf; firm: typeof firm }

/** An entity or a setting without its inventory does not compile. */
type EveryInventory = {
  [R in keyof Declared]: Declared[R] extends { fields: infer F extends Fields }
    ? Inventory<keyof F & string>
    : never
}

const ownInventories = {
  ...peopleInventory,
  ...contentInventory,
  ...operationInventory,
  ...settingInventory,
  conf: inventory(conf, {}),
} satisfies EveryInventory

/** The inventories of the product's resources. */
export const inventories: readonly Inventory[] = Object.values(ownInventories)
