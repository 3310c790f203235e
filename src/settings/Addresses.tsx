import { useTranslate } from 'ra-core'

import { apiBase } from '../../providers/request.ts'
import { CopyButton } from '../ui/secret/CopyButton.tsx'

type Props = { addresses: Readonly<Record<string, string>> }

/** What the setting opens to others, as whole addresses to copy. */
export const Addresses = ({ addresses }: Props) => {
  const translate = useTranslate()
  return (
    <section className="panel addresses" aria-label={translate('地址')}>
      <dl>
        {Object.entries(addresses).map(([label, path]) => {
          const address = new URL(`${apiBase}${path}`, location.href).href
          return (
            <div key={label}>
              <dt>{translate(label)}</dt>
              <dd>
                <code dir="ltr">{address}</code>
                <CopyButton text={address} name={translate(label)} />
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
