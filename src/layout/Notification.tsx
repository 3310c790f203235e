import { Notification as AdminNotification } from 'react-admin'

import { Themed } from './Themed.tsx'

const marked = (colour: string) => ({
  backgroundColor: 'var(--surface)',
  color: 'var(--ink)',
  boxShadow: `inset 3px 0 ${colour}, 0 8px 28px var(--shade)`,
})

/** What was done or went wrong, for 3 s, 8 px from the top (theme.ts); read out when it appears. */
export const Notification = () => (
  <Themed>
    <AdminNotification
      autoHideDuration={3000}
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
      // A mark at the edge instead of react-admin's coloured slab.
      sx={{
        '& .RaNotification-success': marked('var(--good)'),
        '& .RaNotification-warning': marked('var(--waiting)'),
        '& .RaNotification-error': marked('var(--bad)'),
      }}
    />
  </Themed>
)
