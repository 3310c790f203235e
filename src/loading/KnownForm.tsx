import type { AnyRecord, AnyResource, Field } from '../../resources/kit/index.ts'
import { FieldFrame } from '../fields/FieldFrame.tsx'
import { Cell } from '../fields/kinds.tsx'
import { useTranslate } from '../i18n/useTranslate.ts'
import { sectionsOf } from '../views/form/sections.ts'

import '../fields/inputs.css'
import '../fields/parts.css'
import '../views/form.css'

/** So many sections fill a screen until the record is there. */
const inSight = 2

type ValueProps = { field: Field; name: string; row: AnyRecord }

/** A picture takes the room that it will have; of the rest a line is known. */
const KnownValue = ({ field, name, row }: ValueProps) => {
  const value = row[name]
  if (field.kind !== 'image')
    return (
      <div className="control known-value">
        {name in row && <Cell field={field} value={value} record={row} />}
      </div>
    )
  const { ratio } = field.frame
  const [across, down] = ratio ?? [4, 3]
  return (
    <div className="picture">
      <div
        className={ratio ? 'picture-frame' : 'picture-frame is-whole'}
        style={{ aspectRatio: `${across} / ${down}` }}
      >
        {typeof value === 'string' && value !== '' && <img src={value} alt={field.label} />}
      </div>
    </div>
  )
}

/** The form of a record with what a list knows of it, nothing to be typed into yet. */
export const KnownForm = ({ resource, row }: { resource: AnyResource; row: AnyRecord }) => {
  const translate = useTranslate()
  const sections = sectionsOf(resource, 'update')
  return (
    <div className="form-grid">
      {sections.length > 1 && (
        <div className="section-list" aria-hidden>
          <ol className="section-links">
            {sections.map(({ title }) => (
              <li key={title}>
                <span>{translate(title)}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
      <div className="form-column">
        {sections.slice(0, inSight).map(({ title, names }) => (
          <section key={title} className="form-section">
            <h2>{translate(title)}</h2>
            {names.map(name => (
              <FieldFrame
                key={name}
                id={`known-${name}`}
                field={resource.fields[name]!}
                error={undefined}
                isGroup
              >
                <KnownValue field={resource.fields[name]!} name={name} row={row} />
              </FieldFrame>
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}
