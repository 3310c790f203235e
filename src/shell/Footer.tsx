import { Filings } from './Filings.tsx'
import { useSession } from './sessionContext.ts'

/** The firm, and what it has filed. */
export const Footer = () => {
  const { firm, icp } = useSession().conf
  return (
    <footer className="footer">
      <span>{firm.name}</span>
      <Filings icp={icp} />
    </footer>
  )
}
