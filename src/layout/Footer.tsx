import { useSession } from './sessionContext.ts'

const registry = 'https://beian.miit.gov.cn/'

/** The firm, and the filing number that the law wants under every page. */
export const Footer = () => {
  const { firm, icp } = useSession().conf
  return (
    <footer className="footer">
      <span>{firm.name}</span>
      {icp.icpNo && (
        <a href={icp.icpUrl || registry} target="_blank" rel="noreferrer">
          {icp.icpNo}
        </a>
      )}
      {icp.psbNo &&
        (icp.psbUrl ? (
          <a href={icp.psbUrl} target="_blank" rel="noreferrer">
            {icp.psbNo}
          </a>
        ) : (
          <span>{icp.psbNo}</span>
        ))}
      {icp.copyright && <span>{icp.copyright}</span>}
    </footer>
  )
}
