import { useShell } from './shell.ts'

const registry = 'https://beian.miit.gov.cn/'

/** The firm, and the filing number that the law wants under every page. */
export const Footer = () => {
  const { firm, icp } = useShell().conf
  return (
    <footer className="footer">
      <span>{firm.name}</span>
      {icp.icpNo && (
        <a href={registry} target="_blank" rel="noreferrer">
          {icp.icpNo}
        </a>
      )}
      {icp.psbNo && <span>{icp.psbNo}</span>}
    </footer>
  )
}
