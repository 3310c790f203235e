import { Filings } from './Filings.tsx'
import { useSession } from '../session/sessionContext.ts'

/** Name of the firm and its filing numbers. */
export const Footer = () => {
  const { firm, icp } = useSession().conf
  return (
    <footer className="footer">
      <span>{firm.name}</span>
      <Filings icp={icp} />
    </footer>
  )
}
