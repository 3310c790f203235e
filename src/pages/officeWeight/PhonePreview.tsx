import { useShell } from '../../layout/shell.ts'
import { isRepeated, useAreaPath } from '../../fields/useAreas.ts'
import { type Arrangement, type Facts, type Item, ordered } from './arrangement.ts'

type Props = { arrangement: Arrangement; facts: Facts }

const useCityName = (code: string) => {
  const [province, city] = useAreaPath(code === '' ? null : code).data ?? []
  if (!province) return ''
  return city && !isRepeated(province, city) ? city.name : province.name
}

const Office = ({ item, isMain }: { item: Item; isMain: boolean }) => (
  <li className="phone-office">
    <span className="phone-cover" aria-hidden />
    <span>
      {item.name}
      {isMain && <small>总所</small>}
    </span>
  </li>
)

const City = ({ code, items, facts }: { code: string; items: readonly Item[]; facts: Facts }) => {
  const name = useCityName(code)
  return (
    <section>
      <h4>{name || '其他'}</h4>
      <ul>
        {items.map(it => (
          <Office key={it.organizationId} item={it} isMain={facts.get(it.organizationId)?.isMain === 1} />
        ))}
      </ul>
    </section>
  )
}

/** What visitors of the mini-program will see: open offices that are not hidden, in the order on the left. */
export const PhonePreview = ({ arrangement, facts }: Props) => {
  const { firm } = useShell().conf
  const visible = ordered(arrangement, facts).filter(
    it => it.showStatus === 1 && facts.has(it.organizationId),
  )
  const cities = Map.groupBy(visible, it => facts.get(it.organizationId)!.cityCode)
  return (
    <aside className="phone" aria-label="小程序预览">
      <h2 className="phone-caption">小程序预览</h2>
      <div className="phone-frame">
        <h3>{firm.shortName || firm.name}</h3>
        {visible.length === 0 && <p>没有展示的律所</p>}
        {arrangement.groupByCity === 1 ? (
          [...cities].map(([code, items]) => <City key={code} code={code} items={items} facts={facts} />)
        ) : (
          <ul>
            {visible.map(it => (
              <Office key={it.organizationId} item={it} isMain={facts.get(it.organizationId)?.isMain === 1} />
            ))}
          </ul>
        )}
      </div>
    </aside>
  )
}
