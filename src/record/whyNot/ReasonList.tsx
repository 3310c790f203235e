export type Reason = { key: string; label: string; texts: readonly string[] }

/** What is not offered, each with the reason. */
export const ReasonList = ({ reasons }: { reasons: readonly Reason[] }) =>
  reasons.length > 0 && (
    <dl className="facts lined">
      {reasons.map(({ key, label, texts }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            {texts.map(text => (
              <div key={text}>{text}</div>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
