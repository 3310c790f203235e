const registry = 'https://beian.miit.gov.cn/'

type Text = string | null | undefined
type Icp = { icpNo: Text; icpUrl?: Text; psbNo?: Text; psbUrl?: Text; copyright?: Text }

/** The filing numbers that the law wants under every page, and whose page it is. */
export const Filings = ({ icp }: { icp: Icp }) => {
  const lines = [
    { text: icp.icpNo, href: icp.icpUrl || registry },
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
