import { Notification } from 'react-admin'

/** What was done or went wrong, for 3 s, 8 px from the top (theme.ts); read out when it appears. */
export const Toasts = () => (
  <Notification autoHideDuration={3000} anchorOrigin={{ vertical: 'top', horizontal: 'center' }} />
)
