const registryUrl = 'https://beian.miit.gov.cn/'

type OptionalText = string | null | undefined
type FilingData = {
  icpNo: OptionalText
  icpUrl?: OptionalText
  psbNo?: OptionalText
  psbUrl?: OptionalText
  copyright?: OptionalText
}

/** Filing numbers (ICP, public security), which Chinese law requires on every page, and the copyright notice. */
export const Filings = ({ icp }: { icp: FilingData }) => {
  const lines = [
    { text: icp.icpNo, href: icp.icpUrl || registryUrl },
    { text: icp.psbNo, href: icp.psbUrl },
    { text: icp.copyright, href: null },
  ]
  return lines.map(
    ({ text, href }) =>
      text &&
      (href ? (
        <a key={text} href={href} target="_blank" rel="noreferrer">
          {text}
        </a>
      ) : (
        <span key={text}>{text}</span>
      )),
  )
}
