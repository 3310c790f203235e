import { useTranslate } from 'ra-core'

import { admins } from '../../../resources/admins/index.ts'
import { telephone } from '../../../resources/domain/telephone.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { PersonPicture } from '../../fields/choice/PersonPicture.tsx'
import { useCall } from '../../session/useCall.ts'
import { Chip } from '../../ui/Chip.tsx'
import { StatePage } from '../../states/StatePage.tsx'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { CopyButton } from '../../ui/secret/CopyButton.tsx'

import './userAdmin.css'

type Contact = OutputOf<typeof admins.calls.adminQueryByLawyer>[number]

const levelName = (level: number, translate: Translate) =>
  translate(admins.fields.officeLevel.options.find(it => it[0] === level)?.[1] ?? '')
/** Levels 1 and 3 are the main administrators of their office (specification, section 6). */
const isMainAdmin = ({ officeLevel }: Contact) => officeLevel === 1 || officeLevel === 3

const ContactWays = ({ name, phone, email }: Contact) => {
  const translate = useTranslate()
  if (!phone && !email)
    return <p className="caption">{translate('没有公开的联系方式，请到律所当面咨询。')}</p>
  const ways = [
    { label: translate('电话'), text: phone, href: telephone(phone ?? '') },
    { label: translate('邮箱'), text: email, href: `mailto:${email}` },
  ]
  return (
    <dl className="facts">
      {ways.map(
        ({ label, text, href }) =>
          text && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <a href={href}>{text}</a>
                <CopyButton text={text} name={translate('%{name}的%{label}', { name, label })} />
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

const ContactCard = (contact: Contact) => {
  const translate = useTranslate()
  return (
    <li className="panel admin-contact">
      <PersonPicture name={contact.name} picture={null} />
      <div className="stack">
        <h3 className="section-title cluster">
          {contact.name}
          {isMainAdmin(contact) ? (
            <Chip tone="info">{levelName(contact.officeLevel, translate)}</Chip>
          ) : (
            <small className="secondary">{levelName(contact.officeLevel, translate)}</small>
          )}
        </h3>
        <ContactWays {...contact} />
      </div>
    </li>
  )
}

const ContactsByOffice = ({ all }: { all: readonly Contact[] }) => {
  const translate = useTranslate()
  if (all.length === 0)
    return (
      <StatePage
        title={translate('还没有公开的联系人')}
        text={translate('管理员公开为联系人后，姓名和联系方式会列在这里。目前请到律所当面咨询。')}
      />
    )
  const offices = [...Map.groupBy(all, it => it.organizationName)]
  return (
    <div className="admin-contacts stack">
      {offices.map(([office, contacts]) => (
        <section key={office} aria-label={office}>
          <h2 className="section-title cluster">
            {office}
            {offices.length > 1 && (
              <span className="caption">
                {contacts[0]?.isMain ? translate('总所') : translate('您所在的律所')}
              </span>
            )}
          </h2>
          <ul className="plain-list">
            {contacts.map((contact, index) => (
              <ContactCard key={index} {...contact} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Page with the contacts of a lawyer: the administrators of the own office, then of the main office. */
export const UserAdmin = () => {
  const query = useCall('admins.adminQueryByLawyer', {})
  return (
    <Loaded query={query} loading={<FormSkeleton />}>
      {all => <ContactsByOffice all={all} />}
    </Loaded>
  )
}
